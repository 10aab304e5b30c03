import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.transforms.v2 import ColorJitter as ColorJitter
from torchvision.transforms.v2 import Grayscale as Grayscale
from torchvision.transforms.v2 import RGB as RGB
from torchvision.transforms.v2 import RandomAdjustSharpness as RandomAdjustSharpness
from torchvision.transforms.v2 import RandomAutocontrast as RandomAutocontrast
from torchvision.transforms.v2 import RandomChannelPermutation as RandomChannelPermutation
from torchvision.transforms.v2 import RandomEqualize as RandomEqualize
from torchvision.transforms.v2 import RandomGrayscale as RandomGrayscale
from torchvision.transforms.v2 import RandomInvert as RandomInvert
from torchvision.transforms.v2 import RandomPhotometricDistort as RandomPhotometricDistort
from torchvision.transforms.v2 import RandomPosterize as RandomPosterize
from torchvision.transforms.v2 import RandomSolarize as RandomSolarize
from torchvision.transforms.v2 import Transform as Transform
from torchvision.transforms.v2._transform import _RandomApplyTransform as _RandomApplyTransform
from torchvision.transforms.v2 import query_chw as query_chw
