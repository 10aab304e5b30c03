import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch import dtype as T_dtype
def _(*args, **kwargs): ...
class _ChunkContext:
    def __init__(self, dtype: T_dtype, num_batches: builtins.int, in_features: builtins.int, num_classes: builtins.int, is_cuda: builtins.bool, use_acc_dtype: builtins.bool, acc_dtype: T_dtype, weight_chunk_dtype: T_dtype, grad_input_dtype: T_dtype, linear_weight_cast_dtype: T_dtype, input: T_Tensor, target: T_Tensor, weight: Union[T_Tensor, None], ignore_index: builtins.int, reduction: builtins.str, linear_weight: T_Tensor, linear_bias: Union[T_Tensor, None], loss_grad_output: Union[T_Tensor, None], logits_buf: T_Tensor, tmp: T_Tensor, output: T_Tensor, compute_input_grad: builtins.bool, compute_linear_weight_grad: builtins.bool, compute_linear_bias_grad: builtins.bool, alloc_weight_grad_chunk: builtins.bool, alloc_linear_bias_grad_chunk: builtins.bool, alloc_input_grad_acc_buf: builtins.bool, alloc_input_chunk_acc_buf: builtins.bool, alloc_logits_acc_buf: builtins.bool, forward_uses_acc_input: builtins.bool, forward_uses_cuda_out_dtype: builtins.bool, weight_grad_mm_same_dtype: builtins.bool, input_grad_uses_logits_lw: builtins.bool, loop_caches_logits_downcast: builtins.bool, weight_grad_uses_logits_buf_temp: builtins.bool) -> None: ...
    acc_dtype: T_dtype
    alloc_input_chunk_acc_buf: builtins.bool
    alloc_input_grad_acc_buf: builtins.bool
    alloc_linear_bias_grad_chunk: builtins.bool
    alloc_logits_acc_buf: builtins.bool
    alloc_weight_grad_chunk: builtins.bool
    def amax(self, x: T_Tensor) -> T_Tensor: ...
    def bind_chunk(self, bchunk_start: builtins.int, bchunk_size: builtins.int) -> _ChunkViews: ...
    @classmethod
    def build(cls, input: T_Tensor, linear_weight: T_Tensor, target: T_Tensor, linear_bias: Union[T_Tensor, None], weight: Union[T_Tensor, None], reduction: builtins.str, ignore_index: builtins.int, label_smoothing: builtins.float, batch_chunk_size: builtins.int, acc_policy: builtins.str, acc_dtype: T_dtype, compute_input_grad: builtins.bool, compute_linear_weight_grad: builtins.bool, compute_linear_bias_grad: builtins.bool, loss_grad_output: T_Tensor = None) -> _ChunkContext: ...
    def chunks(self): ...
    compute_input_grad: builtins.bool
    compute_linear_bias_grad: builtins.bool
    compute_linear_weight_grad: builtins.bool
    corrected_target: T_Tensor
    def div(self, num: T_Tensor, den: T_Tensor) -> T_Tensor: ...
    def dotgather(self, weight: T_Tensor, x: T_Tensor, indices: T_Tensor) -> T_Tensor: ...
    dtype: T_dtype
    forward_uses_acc_input: builtins.bool
    forward_uses_cuda_out_dtype: builtins.bool
    grad_input: T_Tensor
    grad_input_dtype: T_dtype
    grad_linear_bias: T_Tensor
    grad_linear_weight: T_Tensor
    ignore_index: builtins.int
    in_features: builtins.int
    input: T_Tensor
    input_chunk_acc_buf: T_Tensor
    input_grad_acc_buf: T_Tensor
    input_grad_uses_logits_lw: builtins.bool
    is_cuda: builtins.bool
    linear_bias: Union[T_Tensor, None]
    linear_bias_cast: Union[T_Tensor, None]
    linear_bias_grad_chunk: T_Tensor
    linear_weight: T_Tensor
    linear_weight_cast: T_Tensor
    linear_weight_cast_dtype: T_dtype
    logits_acc_buf: T_Tensor
    logits_buf: T_Tensor
    loop_caches_logits_downcast: builtins.bool
    loss_grad_output: Union[T_Tensor, None]
    def mm(self, mat1: T_Tensor, mat2: T_Tensor, *, out: T_Tensor) -> None: ...
    def mul(self, x: T_Tensor, w: T_Tensor) -> T_Tensor: ...
    neg_weight_target: T_Tensor
    num_batches: builtins.int
    num_classes: builtins.int
    output: T_Tensor
    reduction: builtins.str
    def sum(self, x: T_Tensor, dim: builtins.int) -> T_Tensor: ...
    def sumexp_(self, x: T_Tensor, dim: builtins.int) -> T_Tensor: ...
    target: T_Tensor
    tmp: T_Tensor
    def to(self, x: T_Tensor, *, dtype: T_dtype) -> T_Tensor: ...
    use_acc_dtype: builtins.bool
    weight: Union[T_Tensor, None]
    weight_chunk_dtype: T_dtype
    weight_grad_chunk: T_Tensor
    weight_grad_mm_same_dtype: builtins.bool
    weight_grad_uses_logits_buf_temp: builtins.bool
class _ChunkViews:
    def __init__(self, ctx: _ChunkContext, bchunk_start: builtins.int, bchunk_size: builtins.int, input_chunk: T_Tensor, target_chunk: T_Tensor, weight_chunk: T_Tensor, logits: T_Tensor, input_chunk_acc: T_Tensor) -> None: ...
    bchunk_size: builtins.int
    bchunk_start: builtins.int
    bias_grad_acc: T_Tensor
    ctx: _ChunkContext
    grad_input_chunk: T_Tensor
    input: T_Tensor
    input_chunk: T_Tensor
    input_chunk_acc: T_Tensor
    input_grad_linear_weight: T_Tensor
    input_grad_logits: T_Tensor
    linear_weight: T_Tensor
    logits: T_Tensor
    logits_downcast: T_Tensor
    logits_upcast: T_Tensor
    target_chunk: T_Tensor
    weight_chunk: T_Tensor
    weight_grad_input: T_Tensor
def _linear_cross_entropy_batch_chunked_accumulator(*args, **kwargs) -> Tuple[T_Tensor, T_Tensor, T_Tensor, T_Tensor]: ...
def _linear_cross_entropy_batch_chunked_backward(*args, **kwargs): ...
def _linear_cross_entropy_batch_chunked_no_reduction_backward(*args, **kwargs): ...
def _linear_cross_entropy_batch_chunked_no_reduction_setup_context(*args, **kwargs): ...
def _linear_cross_entropy_batch_chunked_setup_context(*args, **kwargs): ...
def _make_empty(*args, **kwargs): ...
def _make_zeros(*args, **kwargs): ...
