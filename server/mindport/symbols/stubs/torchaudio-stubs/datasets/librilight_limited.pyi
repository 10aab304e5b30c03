import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
_ARCHIVE_NAME: builtins.str
_CHECKSUM: builtins.str
_SUBSET_MAP: builtins.dict
_URL: builtins.str
def _get_fileids_paths(*args, **kwargs) -> List[Tuple[builtins.str, builtins.str]]: ...
from torchaudio.datasets import LibriLightLimited as LibriLightLimited
from torchaudio.datasets.utils import _extract_tar as _extract_tar
from torchaudio.datasets.librispeech import _get_librispeech_metadata as _get_librispeech_metadata
