import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
CLAMPING_MODE_TYPE: Any
from torchvision.tv_tensors import BoundingBoxFormat as BoundingBoxFormat
from torchvision.tv_tensors import BoundingBoxes as BoundingBoxes
from torchvision.tv_tensors import TVTensor as TVTensor
from torchvision.tv_tensors import is_rotated_bounding_format as is_rotated_bounding_format
