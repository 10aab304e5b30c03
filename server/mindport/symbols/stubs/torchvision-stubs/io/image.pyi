import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
_DEPRECATION_MSG: builtins.str
_EXTRA_DECODERS_ALREADY_LOADED: builtins.bool
def _assert_has_image_ops(*args, **kwargs): ...
def _has_image_ops(*args, **kwargs): ...
def _load_extra_decoders_once(*args, **kwargs): ...
def _warn_deprecated(*args, **kwargs): ...
from torchvision.io import ImageReadMode as ImageReadMode
from torchvision.extension import _load_library as _load_library
from torchvision.utils import _log_api_usage_once as _log_api_usage_once
from torchvision.io import decode_avif as decode_avif
from torchvision.io import decode_gif as decode_gif
from torchvision.io import decode_heic as decode_heic
from torchvision.io import decode_image as decode_image
from torchvision.io import decode_jpeg as decode_jpeg
from torchvision.io import decode_png as decode_png
from torchvision.io import decode_webp as decode_webp
from torchvision.io import encode_jpeg as encode_jpeg
from torchvision.io import encode_png as encode_png
from torchvision.io import read_file as read_file
from torchvision.io import read_image as read_image
from torchvision.io import write_file as write_file
from torchvision.io import write_jpeg as write_jpeg
from torchvision.io import write_png as write_png
