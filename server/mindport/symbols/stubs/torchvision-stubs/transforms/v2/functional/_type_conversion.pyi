import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.transforms.functional import pil_to_tensor as pil_to_tensor
from torchvision.transforms.v2.functional import to_image as to_image
from torchvision.transforms.functional import to_pil_image as to_pil_image
