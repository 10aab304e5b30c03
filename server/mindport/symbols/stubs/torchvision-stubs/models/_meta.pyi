import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
_COCO_CATEGORIES: builtins.list
_COCO_PERSON_CATEGORIES: builtins.list
_COCO_PERSON_KEYPOINT_NAMES: builtins.list
_IMAGENET_CATEGORIES: builtins.list
_KINETICS400_CATEGORIES: builtins.list
_VOC_CATEGORIES: builtins.list
