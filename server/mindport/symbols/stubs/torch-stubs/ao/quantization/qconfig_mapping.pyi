import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.quantization import QConfigMapping as QConfigMapping
from torch.ao.quantization import get_default_qat_qconfig_mapping as get_default_qat_qconfig_mapping
from torch.ao.quantization import get_default_qconfig_mapping as get_default_qconfig_mapping
