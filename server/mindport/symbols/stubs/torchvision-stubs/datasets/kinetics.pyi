import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _dl_wrap(*args, **kwargs) -> None: ...
from torchvision.datasets import Kinetics as Kinetics
from torchvision.datasets.video_utils import VideoClips as VideoClips
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets.utils import check_integrity as check_integrity
from torchvision.datasets.utils import download_and_extract_archive as download_and_extract_archive
from torchvision.datasets.utils import download_url as download_url
from torchvision.datasets.folder import find_classes as find_classes
from torchvision.datasets.folder import make_dataset as make_dataset
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
