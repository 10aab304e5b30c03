import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _format_fx_node(*args, **kwargs) -> builtins.str: ...
log: Any
from torch.fx import Graph as Graph
from torch.fx import GraphModule as GraphModule
from torch.fx import Interpreter as Interpreter
from torch.fx import Node as Node
from torch.fx import Proxy as Proxy
from torch.fx import Tracer as Tracer
from torch.fx import Transformer as Transformer
import torch.fx.config as config
import torch.fx.traceback as fx_traceback
from torch.fx.node import map_aggregate as map_aggregate
from torch.fx import map_arg as map_arg
from torch.hub import tqdm as tqdm
