import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.quantization import add_quant_dequant as add_quant_dequant
from torch.ao.quantization import convert as convert
from torch.ao.quantization import get_default_custom_config_dict as get_default_custom_config_dict
from torch.ao.quantization import prepare as prepare
from torch.ao.quantization import prepare_qat as prepare_qat
from torch.ao.quantization import propagate_qconfig_ as propagate_qconfig_
import torch.ao.quantization.quantize as quantize
from torch.ao.quantization import quantize_dynamic as quantize_dynamic
from torch.ao.quantization import quantize_qat as quantize_qat
from torch.ao.quantization import swap_module as swap_module
