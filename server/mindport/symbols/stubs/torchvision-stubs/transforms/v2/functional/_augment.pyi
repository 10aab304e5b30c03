import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
import PIL.Image
def _erase_image_pil(*args, **kwargs) -> PIL.Image.Image: ...
def _jpeg_image_pil(*args, **kwargs) -> PIL.Image.Image: ...
from torchvision.transforms.v2.functional._utils import _get_kernel as _get_kernel
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.transforms.v2.functional._utils import _register_kernel_internal as _register_kernel_internal
from torchvision.io import decode_jpeg as decode_jpeg
from torchvision.io import encode_jpeg as encode_jpeg
from torchvision.transforms.v2.functional import erase as erase
from torchvision.transforms.v2.functional import erase_image as erase_image
from torchvision.transforms.v2.functional import erase_video as erase_video
from torchvision.transforms.v2.functional import jpeg as jpeg
from torchvision.transforms.v2.functional import jpeg_image as jpeg_image
from torchvision.transforms.v2.functional import jpeg_video as jpeg_video
from torchvision.transforms.functional import pil_to_tensor as pil_to_tensor
from torchvision.transforms.functional import to_pil_image as to_pil_image
