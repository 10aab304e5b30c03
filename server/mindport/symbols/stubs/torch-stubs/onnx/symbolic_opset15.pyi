import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
import torch.onnx._internal.torchscript_exporter.jit_utils as jit_utils
import torch.onnx._internal.torchscript_exporter.symbolic_opset9 as opset9
import torch.onnx._internal.torchscript_exporter.registration as registration
import torch.onnx._internal.torchscript_exporter.symbolic_helper as symbolic_helper
