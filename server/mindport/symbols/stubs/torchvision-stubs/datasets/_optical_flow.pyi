import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import VisionDataset as T_VisionDataset
import numpy
import pathlib
class FlowDataset(T_VisionDataset):
    def __init__(self, root: Union[builtins.str, pathlib.Path], transforms: Callable = None, loader: Callable = ...) -> None: ...
    def __getitem__(self, index: builtins.int) -> Union[T1, T2]: ...
T1: Any
T2: Any
def _read_16bits_png_with_flow_and_valid_mask(*args, **kwargs) -> Tuple[numpy.ndarray, numpy.ndarray]: ...
def _read_flo(*args, **kwargs) -> numpy.ndarray: ...
from torchvision.datasets import FlyingChairs as FlyingChairs
from torchvision.datasets import FlyingThings3D as FlyingThings3D
from torchvision.datasets import HD1K as HD1K
from torchvision.datasets import KittiFlow as KittiFlow
from torchvision.datasets import Sintel as Sintel
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets.utils import _read_pfm as _read_pfm
from torchvision.io import decode_png as decode_png
from torchvision.datasets.folder import default_loader as default_loader
from torchvision.io import read_file as read_file
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
