import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import HMDB51 as HMDB51
from torchvision.datasets.video_utils import VideoClips as VideoClips
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets.folder import find_classes as find_classes
from torchvision.datasets.folder import make_dataset as make_dataset
