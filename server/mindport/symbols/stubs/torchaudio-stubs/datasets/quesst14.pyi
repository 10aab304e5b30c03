import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
SAMPLE_RATE: builtins.int
URL: builtins.str
_CHECKSUM: builtins.str
_LANGUAGES: builtins.list
def filter_audio_paths(path: builtins.str, language: builtins.str, lst_name: builtins.str): ...
from torchaudio.datasets import QUESST14 as QUESST14
from torchaudio.datasets.utils import _extract_tar as _extract_tar
from torchaudio.datasets.utils import _load_waveform as _load_waveform
