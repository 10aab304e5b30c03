import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
import PIL.Image
def _adjust_brightness_image_pil(*args, **kwargs) -> PIL.Image.Image: ...
_adjust_contrast_image_pil: Any
_adjust_gamma_image_pil: Any
_adjust_hue_image_pil: Any
_adjust_saturation_image_pil: Any
_adjust_sharpness_image_pil: Any
_autocontrast_image_pil: Any
def _blend(*args, **kwargs) -> T_Tensor: ...
_equalize_image_pil: Any
def _hsv_to_rgb(*args, **kwargs) -> T_Tensor: ...
_invert_image_pil: Any
def _permute_channels_image_pil(*args, **kwargs) -> PIL.Image.Image: ...
_posterize_image_pil: Any
def _rgb_to_grayscale_image(*args, **kwargs) -> T_Tensor: ...
def _rgb_to_grayscale_image_pil(*args, **kwargs) -> PIL.Image.Image: ...
def _rgb_to_hsv(*args, **kwargs) -> T_Tensor: ...
_solarize_image_pil: Any
def grayscale_to_rgb_image_pil(image: PIL.Image.Image) -> PIL.Image.Image: ...
from torchvision.transforms.v2.functional._utils import _get_kernel as _get_kernel
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.transforms._functional_tensor import _max_value as _max_value
from torchvision.transforms.v2.functional._misc import _num_value_bits as _num_value_bits
from torchvision.transforms.v2.functional._utils import _register_kernel_internal as _register_kernel_internal
from torchvision.transforms.v2.functional import adjust_brightness as adjust_brightness
from torchvision.transforms.v2.functional import adjust_brightness_image as adjust_brightness_image
from torchvision.transforms.v2.functional import adjust_brightness_video as adjust_brightness_video
from torchvision.transforms.v2.functional import adjust_contrast as adjust_contrast
from torchvision.transforms.v2.functional import adjust_contrast_image as adjust_contrast_image
from torchvision.transforms.v2.functional import adjust_contrast_video as adjust_contrast_video
from torchvision.transforms.v2.functional import adjust_gamma as adjust_gamma
from torchvision.transforms.v2.functional import adjust_gamma_image as adjust_gamma_image
from torchvision.transforms.v2.functional import adjust_gamma_video as adjust_gamma_video
from torchvision.transforms.v2.functional import adjust_hue as adjust_hue
from torchvision.transforms.v2.functional import adjust_hue_image as adjust_hue_image
from torchvision.transforms.v2.functional import adjust_hue_video as adjust_hue_video
from torchvision.transforms.v2.functional import adjust_saturation as adjust_saturation
from torchvision.transforms.v2.functional import adjust_saturation_image as adjust_saturation_image
from torchvision.transforms.v2.functional import adjust_saturation_video as adjust_saturation_video
from torchvision.transforms.v2.functional import adjust_sharpness as adjust_sharpness
from torchvision.transforms.v2.functional import adjust_sharpness_image as adjust_sharpness_image
from torchvision.transforms.v2.functional import adjust_sharpness_video as adjust_sharpness_video
from torchvision.transforms.v2.functional import autocontrast as autocontrast
from torchvision.transforms.v2.functional import autocontrast_image as autocontrast_image
from torchvision.transforms.v2.functional import autocontrast_video as autocontrast_video
from torchvision.transforms.v2.functional import equalize as equalize
from torchvision.transforms.v2.functional import equalize_image as equalize_image
from torchvision.transforms.v2.functional import equalize_video as equalize_video
from torchvision.transforms.v2.functional import grayscale_to_rgb as grayscale_to_rgb
from torchvision.transforms.v2.functional import grayscale_to_rgb_image as grayscale_to_rgb_image
from torchvision.transforms.v2.functional import invert as invert
from torchvision.transforms.v2.functional import invert_image as invert_image
from torchvision.transforms.v2.functional import invert_video as invert_video
from torchvision.transforms.v2.functional import permute_channels as permute_channels
from torchvision.transforms.v2.functional import permute_channels_image as permute_channels_image
from torchvision.transforms.v2.functional import permute_channels_video as permute_channels_video
from torchvision.transforms.functional import pil_to_tensor as pil_to_tensor
from torchvision.transforms.v2.functional import posterize as posterize
from torchvision.transforms.v2.functional import posterize_image as posterize_image
from torchvision.transforms.v2.functional import posterize_video as posterize_video
from torchvision.transforms.v2.functional import rgb_to_grayscale as rgb_to_grayscale
from torchvision.transforms.v2.functional import rgb_to_grayscale_image as rgb_to_grayscale_image
from torchvision.transforms.v2.functional import solarize as solarize
from torchvision.transforms.v2.functional import solarize_image as solarize_image
from torchvision.transforms.v2.functional import solarize_video as solarize_video
from torchvision.transforms.v2.functional import to_dtype_image as to_dtype_image
from torchvision.transforms.v2.functional import to_grayscale as to_grayscale
from torchvision.transforms.functional import to_pil_image as to_pil_image
