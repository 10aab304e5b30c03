import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.models import MobileNetV2 as MobileNetV2
from torchvision.models import MobileNetV3 as MobileNetV3
from torchvision.models import MobileNet_V2_Weights as MobileNet_V2_Weights
from torchvision.models import MobileNet_V3_Large_Weights as MobileNet_V3_Large_Weights
from torchvision.models import MobileNet_V3_Small_Weights as MobileNet_V3_Small_Weights
from torchvision.models import mobilenet_v2 as mobilenet_v2
from torchvision.models import mobilenet_v3_large as mobilenet_v3_large
from torchvision.models import mobilenet_v3_small as mobilenet_v3_small
