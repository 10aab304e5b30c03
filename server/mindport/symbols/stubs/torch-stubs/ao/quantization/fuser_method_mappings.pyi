import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.quantization import fuse_conv_bn as fuse_conv_bn
from torch.ao.quantization import fuse_conv_bn_relu as fuse_conv_bn_relu
from torch.ao.quantization import fuse_convtranspose_bn as fuse_convtranspose_bn
from torch.ao.quantization import fuse_linear_bn as fuse_linear_bn
from torch.ao.quantization import get_fuser_method as get_fuser_method
from torch.ao.quantization import get_fuser_method_new as get_fuser_method_new
