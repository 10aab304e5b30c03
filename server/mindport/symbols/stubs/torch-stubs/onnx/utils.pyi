import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.onnx import register_custom_op_symbolic as register_custom_op_symbolic
from torch.onnx import select_model_mode_for_export as select_model_mode_for_export
from torch.onnx import unregister_custom_op_symbolic as unregister_custom_op_symbolic
