import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.quantization import convert_dynamic_jit as convert_dynamic_jit
from torch.ao.quantization import convert_jit as convert_jit
from torch.ao.quantization import fuse_conv_bn_jit as fuse_conv_bn_jit
from torch.ao.quantization import prepare_dynamic_jit as prepare_dynamic_jit
from torch.ao.quantization import prepare_jit as prepare_jit
from torch.ao.quantization import quantize_dynamic_jit as quantize_dynamic_jit
import torch.ao.quantization.quantize_jit as quantize_jit
from torch.ao.quantization import script_qconfig as script_qconfig
from torch.ao.quantization import script_qconfig_dict as script_qconfig_dict
