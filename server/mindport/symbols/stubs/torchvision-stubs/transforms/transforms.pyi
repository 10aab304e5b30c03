import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
class RandomTransforms:
    def __init__(self, transforms) -> None: ...
    def __call__(self, *args, **kwargs): ...
def _check_sequence_input(*args, **kwargs): ...
def _setup_angle(*args, **kwargs): ...
def _setup_size(*args, **kwargs): ...
accimage: Any
from torchvision.transforms import CenterCrop as CenterCrop
from torchvision.transforms import ColorJitter as ColorJitter
from torchvision.transforms import Compose as Compose
from torchvision.transforms import ConvertImageDtype as ConvertImageDtype
from torchvision.transforms import ElasticTransform as ElasticTransform
from torchvision.transforms import FiveCrop as FiveCrop
from torchvision.transforms import GaussianBlur as GaussianBlur
from torchvision.transforms import Grayscale as Grayscale
from torchvision.transforms import InterpolationMode as InterpolationMode
from torchvision.transforms import Lambda as Lambda
from torchvision.transforms import LinearTransformation as LinearTransformation
from torchvision.transforms import Normalize as Normalize
from torchvision.transforms import PILToTensor as PILToTensor
from torchvision.transforms import Pad as Pad
from torchvision.transforms import RandomAdjustSharpness as RandomAdjustSharpness
from torchvision.transforms import RandomAffine as RandomAffine
from torchvision.transforms import RandomApply as RandomApply
from torchvision.transforms import RandomAutocontrast as RandomAutocontrast
from torchvision.transforms import RandomChoice as RandomChoice
from torchvision.transforms import RandomCrop as RandomCrop
from torchvision.transforms import RandomEqualize as RandomEqualize
from torchvision.transforms import RandomErasing as RandomErasing
from torchvision.transforms import RandomGrayscale as RandomGrayscale
from torchvision.transforms import RandomHorizontalFlip as RandomHorizontalFlip
from torchvision.transforms import RandomInvert as RandomInvert
from torchvision.transforms import RandomOrder as RandomOrder
from torchvision.transforms import RandomPerspective as RandomPerspective
from torchvision.transforms import RandomPosterize as RandomPosterize
from torchvision.transforms import RandomResizedCrop as RandomResizedCrop
from torchvision.transforms import RandomRotation as RandomRotation
from torchvision.transforms import RandomSolarize as RandomSolarize
from torchvision.transforms import RandomVerticalFlip as RandomVerticalFlip
from torchvision.transforms import Resize as Resize
from torchvision.transforms import TenCrop as TenCrop
from torchvision.transforms import ToPILImage as ToPILImage
from torchvision.transforms import ToTensor as ToTensor
from torchvision.transforms.functional import _interpolation_modes_from_int as _interpolation_modes_from_int
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
