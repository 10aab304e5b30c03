import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.hub import load_state_dict_from_url as load_url
from torch.hub import tqdm as tqdm
