import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.onnx._internal.torchscript_exporter.utils import disable_apex_o2_state_dict_hook as disable_apex_o2_state_dict_hook
from torch.onnx._internal.torchscript_exporter.utils import export as export
from torch.onnx._internal.torchscript_exporter.utils import exporter_context as exporter_context
from torch.onnx._internal.torchscript_exporter.utils import model_signature as model_signature
from torch.onnx import register_custom_op_symbolic as register_custom_op_symbolic
from torch.onnx import select_model_mode_for_export as select_model_mode_for_export
from torch.onnx._internal.torchscript_exporter.utils import setup_onnx_logging as setup_onnx_logging
from torch.onnx._internal.torchscript_exporter.utils import unconvertible_ops as unconvertible_ops
from torch.onnx._internal.torchscript_exporter.utils import unpack_quantized_tensor as unpack_quantized_tensor
from torch.onnx import unregister_custom_op_symbolic as unregister_custom_op_symbolic
from torch.onnx._internal.torchscript_exporter.utils import warn_on_static_input_change as warn_on_static_input_change
