import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.quantization import QConfigMapping as T_QConfigMapping
def _get_default_qconfig_mapping(*args, **kwargs) -> T_QConfigMapping: ...
def _get_default_qconfig_mapping_with_default_qconfig(*args, **kwargs) -> T_QConfigMapping: ...
def _get_symmetric_qnnpack_qat_qconfig_mapping(*args, **kwargs) -> T_QConfigMapping: ...
def _get_symmetric_qnnpack_qconfig_mapping(*args, **kwargs) -> T_QConfigMapping: ...
from torch.ao.quantization import FixedQParamsFakeQuantize as FixedQParamsFakeQuantize
from torch.ao.quantization import QConfig as QConfig
from torch.ao.quantization import QConfigMapping as QConfigMapping
from torch.ao.quantization import PlaceholderObserver as default_placeholder_observer
from torch.ao.quantization import get_default_qat_qconfig as get_default_qat_qconfig
from torch.ao.quantization import get_default_qat_qconfig_mapping as get_default_qat_qconfig_mapping
from torch.ao.quantization import get_default_qconfig as get_default_qconfig
from torch.ao.quantization import get_default_qconfig_mapping as get_default_qconfig_mapping
