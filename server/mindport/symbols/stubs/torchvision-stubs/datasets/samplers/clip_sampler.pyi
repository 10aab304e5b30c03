import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets.samplers import DistributedSampler as DistributedSampler
from torchvision.datasets.samplers import RandomClipSampler as RandomClipSampler
from torchvision.datasets.samplers import UniformClipSampler as UniformClipSampler
from torchvision.datasets.video_utils import VideoClips as VideoClips
