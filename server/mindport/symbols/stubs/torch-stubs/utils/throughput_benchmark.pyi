import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
class ExecutionStats:
    def __init__(self, c_stats, benchmark_config) -> None: ...
    iters_per_second: Any
    latency_avg_ms: Any
    num_iters: Any
    total_time_seconds: Any
def format_time(time_us = None, time_ms = None, time_s = None) -> builtins.str: ...
from torch.utils import ThroughputBenchmark as ThroughputBenchmark
