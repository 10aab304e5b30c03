import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
AOTINDUCTOR_DIR: builtins.str
ARCHIVE_FORMAT_PATH: builtins.str
ARCHIVE_FORMAT_VALUE: builtins.str
ARCHIVE_ROOT_NAME: builtins.str
ARCHIVE_VERSION_PATH: builtins.str
ARCHIVE_VERSION_VALUE: builtins.str
CONSTANTS_CONFIG_FILENAME_FORMAT: builtins.str
CONSTANTS_DIR: builtins.str
CUSTOM_OBJ_FILENAME_PREFIX: builtins.str
EXECUTORCH_DIR: builtins.str
EXTRA_DIR: builtins.str
MODELS_DIR: builtins.str
MODELS_FILENAME_FORMAT: builtins.str
MODULE_INFO_PATH: builtins.str
MTIA_DIR: builtins.str
OPAQUE_OBJ_FILENAME_PREFIX: builtins.str
SAMPLE_INPUTS_DIR: builtins.str
SAMPLE_INPUTS_FILENAME_FORMAT: builtins.str
TENSOR_CONSTANT_FILENAME_PREFIX: builtins.str
WEIGHTS_CONFIG_FILENAME_FORMAT: builtins.str
WEIGHTS_DIR: builtins.str
WEIGHT_FILENAME_PREFIX: builtins.str
XL_MODEL_WEIGHTS_DIR: builtins.str
XL_MODEL_WEIGHTS_PARAM_CONFIG_PATH: builtins.str
import torch._C._export.pt2_archive_constants as pt2_archive_constants
