import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
import multiprocessing.pool
class Pool(multiprocessing.pool.Pool):
    def __init__(self, processes = None, initializer = None, initargs = ..., maxtasksperchild = None, context = None) -> None: ...
def clean_worker(*args, **kwargs): ...
from torch.multiprocessing.queue import SimpleQueue as SimpleQueue
