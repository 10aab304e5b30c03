import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
_CHECKSUM: builtins.str
_SUPPORTED_SUBSETS: Any
_URL: builtins.str
from torchaudio.datasets import DR_VCTK as DR_VCTK
from torchaudio.datasets.utils import _extract_zip as _extract_zip
