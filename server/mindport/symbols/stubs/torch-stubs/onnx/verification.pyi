import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch import dtype as T_dtype
class VerificationInfo:
    def __init__(self, name: builtins.str, max_abs_diff: builtins.float, max_rel_diff: builtins.float, abs_diff_hist: Tuple[T_Tensor, T_Tensor], rel_diff_hist: Tuple[T_Tensor, T_Tensor], expected_dtype: T_dtype, actual_dtype: T_dtype) -> None: ...
    abs_diff_hist: Tuple[T_Tensor, T_Tensor]
    actual_dtype: T_dtype
    def asdict(self) -> Dict[builtins.str, Any]: ...
    expected_dtype: T_dtype
    @classmethod
    def from_tensors(cls, name: builtins.str, expected: Union[T_Tensor, Union[builtins.int, builtins.float]], actual: Union[T_Tensor, Union[builtins.int, builtins.float]]): ...
    max_abs_diff: builtins.float
    max_rel_diff: builtins.float
    name: builtins.str
    rel_diff_hist: Tuple[T_Tensor, T_Tensor]
def verify_onnx_program(onnx_program, args = None, kwargs = None, compare_intermediates = False): ...
