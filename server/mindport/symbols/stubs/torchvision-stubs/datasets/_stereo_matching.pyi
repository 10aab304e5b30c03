import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import VisionDataset as T_VisionDataset
import pathlib
class StereoMatchingDataset(T_VisionDataset):
    def __init__(self, root: Union[builtins.str, pathlib.Path], transforms: Callable = None) -> None: ...
    def __getitem__(self, index: builtins.int) -> Union[T1, T2]: ...
T1: Any
T2: Any
_read_pfm_file: Any
from torchvision.datasets import CREStereo as CREStereo
from torchvision.datasets import CarlaStereo as CarlaStereo
from torchvision.datasets import ETH3DStereo as ETH3DStereo
from torchvision.datasets import FallingThingsStereo as FallingThingsStereo
from torchvision.datasets import InStereo2k as InStereo2k
from torchvision.datasets import Kitti2012Stereo as Kitti2012Stereo
from torchvision.datasets import Kitti2015Stereo as Kitti2015Stereo
from torchvision.datasets import Middlebury2014Stereo as Middlebury2014Stereo
from torchvision.datasets import SceneFlowStereo as SceneFlowStereo
from torchvision.datasets import SintelStereo as SintelStereo
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets.utils import _read_pfm as _read_pfm
from torchvision.datasets.utils import download_and_extract_archive as download_and_extract_archive
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
