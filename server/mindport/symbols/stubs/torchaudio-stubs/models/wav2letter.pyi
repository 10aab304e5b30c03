import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchaudio.models import Wav2Letter as Wav2Letter
