import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
_CHECKSUMS: builtins.dict
_PUNCTUATIONS: Any
def _parse_dictionary(*args, **kwargs) -> List[builtins.str]: ...
from torchaudio.datasets import CMUDict as CMUDict
