import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.quantization import FakeQuantize as FakeQuantize
from torch.ao.quantization import FakeQuantizeBase as FakeQuantizeBase
from torch.ao.quantization import FixedQParamsFakeQuantize as FixedQParamsFakeQuantize
from torch.ao.quantization import FusedMovingAvgObsFakeQuantize as FusedMovingAvgObsFakeQuantize
from torch.ao.quantization import disable_fake_quant as disable_fake_quant
from torch.ao.quantization import disable_observer as disable_observer
from torch.ao.quantization import enable_fake_quant as enable_fake_quant
from torch.ao.quantization import enable_observer as enable_observer
