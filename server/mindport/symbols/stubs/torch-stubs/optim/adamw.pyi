import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
def adamw(params: List[T_Tensor], grads: List[T_Tensor], exp_avgs: List[T_Tensor], exp_avg_sqs: List[T_Tensor], max_exp_avg_sqs: List[T_Tensor], state_steps: List[T_Tensor], foreach: builtins.bool = None, capturable: builtins.bool = False, differentiable: builtins.bool = False, fused: builtins.bool = None, grad_scale: T_Tensor = None, found_inf: T_Tensor = None, has_complex: builtins.bool = False, *, amsgrad: builtins.bool, beta1: Union[builtins.float, T_Tensor], beta2: Union[builtins.float, T_Tensor], lr: Union[builtins.float, T_Tensor], weight_decay: builtins.float, eps: builtins.float, maximize: builtins.bool) -> None: ...
from torch.optim import Adam as Adam
from torch.optim import AdamW as AdamW
from torch import Tensor as Tensor
from torch.optim.adam import adam as adam
