import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
_CHECKSUM: builtins.str
_EXT: builtins.str
_SAMPLE_RATE: builtins.int
_URL: builtins.str
_VALIDATION_SET: builtins.list
from torchaudio.datasets import MUSDB_HQ as MUSDB_HQ
from torchaudio.datasets.utils import _extract_zip as _extract_zip
