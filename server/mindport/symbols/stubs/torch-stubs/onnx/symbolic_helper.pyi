import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.onnx._internal.torchscript_exporter.symbolic_helper import args_have_same_dtype as args_have_same_dtype
from torch.onnx._internal.torchscript_exporter.symbolic_helper import check_training_mode as check_training_mode
from torch.onnx._internal.torchscript_exporter.symbolic_helper import dequantize_helper as dequantize_helper
from torch.onnx._internal.torchscript_exporter.symbolic_helper import is_complex_value as is_complex_value
from torch.onnx._internal.torchscript_exporter.symbolic_helper import parse_args as parse_args
from torch.onnx._internal.torchscript_exporter.symbolic_helper import quantize_helper as quantize_helper
from torch.onnx._internal.torchscript_exporter.symbolic_helper import quantized_args as quantized_args
from torch.onnx._internal.torchscript_exporter.symbolic_helper import requantize_bias_helper as requantize_bias_helper
