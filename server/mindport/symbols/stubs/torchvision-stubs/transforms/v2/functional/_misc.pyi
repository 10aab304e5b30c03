import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
import PIL.Image
def _gaussian_blur_image_pil(*args, **kwargs) -> PIL.Image.Image: ...
def _gaussian_noise_pil(*args, **kwargs) -> PIL.Image.Image: ...
def _get_gaussian_kernel1d(*args, **kwargs) -> T_Tensor: ...
def _get_gaussian_kernel2d(*args, **kwargs) -> T_Tensor: ...
def _get_sanitize_bounding_boxes_mask(*args, **kwargs) -> T_Tensor: ...
def _get_sanitize_keypoints_mask(*args, **kwargs) -> T_Tensor: ...
def _num_value_bits(*args, **kwargs) -> builtins.int: ...
def _to_dtype_tensor_dispatch(*args, **kwargs) -> T_Tensor: ...
from torchvision.transforms.v2.functional._meta import _convert_bounding_box_format as _convert_bounding_box_format
from torchvision.transforms.v2.functional._utils import _get_kernel as _get_kernel
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.transforms._functional_tensor import _max_value as _max_value
from torchvision.transforms.v2.functional._utils import _register_kernel_internal as _register_kernel_internal
from torchvision.transforms.v2.functional import convert_image_dtype as convert_image_dtype
from torchvision.transforms.v2.functional import gaussian_blur as gaussian_blur
from torchvision.transforms.v2.functional import gaussian_blur_image as gaussian_blur_image
from torchvision.transforms.v2.functional import gaussian_blur_video as gaussian_blur_video
from torchvision.transforms.v2.functional import gaussian_noise as gaussian_noise
from torchvision.transforms.v2.functional import gaussian_noise_image as gaussian_noise_image
from torchvision.transforms.v2.functional import gaussian_noise_video as gaussian_noise_video
from torchvision.transforms.v2.functional import is_pure_tensor as is_pure_tensor
from torchvision.transforms.v2.functional import normalize as normalize
from torchvision.transforms.v2.functional import normalize_image as normalize_image
from torchvision.transforms.v2.functional import normalize_video as normalize_video
from torchvision.transforms.functional import pil_to_tensor as pil_to_tensor
from torchvision.transforms.v2.functional import sanitize_bounding_boxes as sanitize_bounding_boxes
from torchvision.transforms.v2.functional import sanitize_keypoints as sanitize_keypoints
from torchvision.transforms.v2.functional import to_dtype as to_dtype
from torchvision.transforms.v2.functional import to_dtype_image as to_dtype_image
from torchvision.transforms.v2.functional import to_dtype_video as to_dtype_video
from torchvision.transforms.functional import to_pil_image as to_pil_image
