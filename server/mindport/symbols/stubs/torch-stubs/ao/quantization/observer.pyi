import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.quantization import AffineQuantizedObserverBase as AffineQuantizedObserverBase
from torch.ao.quantization import FixedQParamsObserver as FixedQParamsObserver
from torch.ao.quantization import Granularity as Granularity
from torch.ao.quantization import HistogramObserver as HistogramObserver
from torch.ao.quantization import MappingType as MappingType
from torch.ao.quantization import MinMaxObserver as MinMaxObserver
from torch.ao.quantization import MovingAverageMinMaxObserver as MovingAverageMinMaxObserver
from torch.ao.quantization import MovingAveragePerChannelMinMaxObserver as MovingAveragePerChannelMinMaxObserver
from torch.ao.quantization import NoopObserver as NoopObserver
from torch.ao.quantization import ObserverBase as ObserverBase
from torch.ao.quantization import PerAxis as PerAxis
from torch.ao.quantization import PerBlock as PerBlock
from torch.ao.quantization import PerChannelMinMaxObserver as PerChannelMinMaxObserver
from torch.ao.quantization import PerGroup as PerGroup
from torch.ao.quantization import PerRow as PerRow
from torch.ao.quantization import PerTensor as PerTensor
from torch.ao.quantization import PerToken as PerToken
from torch.ao.quantization import PlaceholderObserver as PlaceholderObserver
from torch.ao.quantization import RecordingObserver as RecordingObserver
from torch.ao.quantization import ReuseInputObserver as ReuseInputObserver
from torch.ao.quantization import TorchAODType as TorchAODType
from torch.ao.quantization import UniformQuantizationObserverBase as UniformQuantizationObserverBase
from torch.ao.quantization import ZeroPointDomain as ZeroPointDomain
from torch.ao.quantization import get_block_size as get_block_size
from torch.ao.quantization import get_observer_state_dict as get_observer_state_dict
from torch.ao.quantization import load_observer_state_dict as load_observer_state_dict
