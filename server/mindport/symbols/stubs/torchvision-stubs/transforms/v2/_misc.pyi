import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.transforms.v2 import ConvertImageDtype as ConvertImageDtype
from torchvision.transforms.v2 import GaussianBlur as GaussianBlur
from torchvision.transforms.v2 import GaussianNoise as GaussianNoise
from torchvision.transforms.v2 import Identity as Identity
from torchvision.transforms.v2 import Lambda as Lambda
from torchvision.transforms.v2 import LinearTransformation as LinearTransformation
from torchvision.transforms.v2 import Normalize as Normalize
from torchvision.transforms.v2 import SanitizeBoundingBoxes as SanitizeBoundingBoxes
from torchvision.transforms.v2 import SanitizeKeyPoints as SanitizeKeyPoints
from torchvision.transforms.v2 import ToDtype as ToDtype
from torchvision.transforms.v2 import Transform as Transform
from torchvision.transforms.v2._utils import _parse_labels_getter as _parse_labels_getter
from torchvision.transforms.v2._utils import _setup_number_or_seq as _setup_number_or_seq
from torchvision.transforms.transforms import _setup_size as _setup_size
from torchvision.transforms.v2 import get_bounding_boxes as get_bounding_boxes
from torchvision.transforms.v2 import get_keypoints as get_keypoints
from torchvision.transforms.v2 import has_any as has_any
from torchvision.transforms.v2.functional import is_pure_tensor as is_pure_tensor
