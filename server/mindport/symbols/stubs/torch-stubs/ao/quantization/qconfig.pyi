import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
class QConfig(builtins.tuple):
    def __init__(self, activation, weight) -> None: ...
    activation: Any
    weight: Any
def QConfigAny(): ...
class QConfigDynamic(builtins.tuple):
    def __init__(self, activation = ..., weight = ...) -> None: ...
    activation: Any
    weight: Any
def _activation_is_memoryless(*args, **kwargs): ...
def _add_module_to_qconfig_obs_ctr(*args, **kwargs): ...
def _assert_valid_qconfig(*args, **kwargs) -> None: ...
def _is_reuse_input_qconfig(*args, **kwargs): ...
def _obs_or_fq_ctr_equals(*args, **kwargs): ...
def _partial_wrapper_equals(*args, **kwargs): ...
default_activation_only_qconfig: builtins.tuple
default_debug_qconfig: builtins.tuple
default_dynamic_qat_qconfig: builtins.tuple
default_dynamic_qconfig: builtins.tuple
default_embedding_qat_qconfig: builtins.tuple
default_embedding_qat_qconfig_4bit: builtins.tuple
default_per_channel_qconfig: builtins.tuple
default_per_channel_symmetric_qnnpack_qat_qconfig: builtins.tuple
default_per_channel_symmetric_qnnpack_qconfig: builtins.tuple
default_qat_qconfig: builtins.tuple
default_qat_qconfig_v2: builtins.tuple
default_qconfig: builtins.tuple
default_quint8_weight_qconfig: builtins.tuple
default_reuse_input_qconfig: builtins.tuple
default_symmetric_qnnpack_qat_qconfig: builtins.tuple
default_symmetric_qnnpack_qconfig: builtins.tuple
default_weight_only_qconfig: builtins.tuple
float16_dynamic_qconfig: builtins.tuple
float16_static_qconfig: builtins.tuple
float_qparams_weight_only_qconfig: builtins.tuple
float_qparams_weight_only_qconfig_4bit: builtins.tuple
per_channel_dynamic_qconfig: builtins.tuple
from torch.ao.quantization import FakeQuantize as FakeQuantize
from torch.ao.quantization import FakeQuantizeBase as FakeQuantizeBase
from torch.ao.quantization import FusedMovingAvgObsFakeQuantize as FusedMovingAvgObsFakeQuantize
from torch.ao.quantization import HistogramObserver as HistogramObserver
from torch.ao.quantization import MinMaxObserver as MinMaxObserver
from torch.ao.quantization import MovingAverageMinMaxObserver as MovingAverageMinMaxObserver
from torch.ao.quantization import NoopObserver as NoopObserver
from torch.ao.quantization import ObserverBase as ObserverBase
from torch.ao.quantization import PlaceholderObserver as PlaceholderObserver
from torch.ao.quantization import ReuseInputObserver as ReuseInputObserver
from torch.ao.quantization import RecordingObserver as default_debug_observer
from torch.ao.quantization import PlaceholderObserver as default_placeholder_observer
from torch.ao.quantization import ReuseInputObserver as default_reuse_input_observer
from torch.ao.quantization import get_default_qat_qconfig as get_default_qat_qconfig
from torch.ao.quantization import get_default_qat_qconfig_dict as get_default_qat_qconfig_dict
from torch.ao.quantization import get_default_qconfig as get_default_qconfig
from torch.ao.quantization import get_default_qconfig_dict as get_default_qconfig_dict
import torch.nn as nn
from torch.ao.quantization import qconfig_equals as qconfig_equals
