import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.transforms.v2.functional import get_image_size as get_image_size
from torchvision.transforms.v2.functional import to_tensor as to_tensor
