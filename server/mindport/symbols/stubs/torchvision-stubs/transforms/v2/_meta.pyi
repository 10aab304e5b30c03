import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.tv_tensors._bounding_boxes import CLAMPING_MODE_TYPE as CLAMPING_MODE_TYPE
from torchvision.transforms.v2 import ClampBoundingBoxes as ClampBoundingBoxes
from torchvision.transforms.v2 import ClampKeyPoints as ClampKeyPoints
from torchvision.transforms.v2 import ConvertBoundingBoxFormat as ConvertBoundingBoxFormat
from torchvision.transforms.v2 import SetClampingMode as SetClampingMode
from torchvision.transforms.v2 import Transform as Transform
