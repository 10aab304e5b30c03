import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchaudio.pipelines import CONVTASNET_BASE_LIBRI2MIX as CONVTASNET_BASE_LIBRI2MIX
from torchaudio.pipelines import HDEMUCS_HIGH_MUSDB as HDEMUCS_HIGH_MUSDB
from torchaudio.pipelines import HDEMUCS_HIGH_MUSDB_PLUS as HDEMUCS_HIGH_MUSDB_PLUS
from torchaudio.pipelines import SourceSeparationBundle as SourceSeparationBundle
from torchaudio.models import conv_tasnet_base as conv_tasnet_base
from torchaudio.models import hdemucs_high as hdemucs_high
