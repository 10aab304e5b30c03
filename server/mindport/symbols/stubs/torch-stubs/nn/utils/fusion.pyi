import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
ConvT: Any
LinearT: Any
from torch.nn.utils import fuse_conv_bn_eval as fuse_conv_bn_eval
from torch.nn.utils import fuse_conv_bn_weights as fuse_conv_bn_weights
from torch.nn.utils import fuse_linear_bn_eval as fuse_linear_bn_eval
from torch.nn.utils import fuse_linear_bn_weights as fuse_linear_bn_weights
