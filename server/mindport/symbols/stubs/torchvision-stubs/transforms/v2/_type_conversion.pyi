import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.transforms.v2 import PILToTensor as PILToTensor
from torchvision.transforms.v2 import ToImage as ToImage
from torchvision.transforms.v2 import ToPILImage as ToPILImage
from torchvision.transforms.v2 import ToPureTensor as ToPureTensor
from torchvision.transforms.v2 import Transform as Transform
from torchvision.transforms.v2.functional import is_pure_tensor as is_pure_tensor
