import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
SAMPLE_RATE: builtins.int
from torchaudio.datasets import FluentSpeechCommands as FluentSpeechCommands
from torchaudio.datasets.utils import _load_waveform as _load_waveform
