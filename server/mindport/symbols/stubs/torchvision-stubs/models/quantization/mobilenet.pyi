import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.models.quantization import MobileNet_V2_QuantizedWeights as MobileNet_V2_QuantizedWeights
from torchvision.models.quantization import MobileNet_V3_Large_QuantizedWeights as MobileNet_V3_Large_QuantizedWeights
from torchvision.models.quantization import QuantizableMobileNetV2 as QuantizableMobileNetV2
from torchvision.models.quantization import QuantizableMobileNetV3 as QuantizableMobileNetV3
from torchvision.models.quantization import mobilenet_v2 as mobilenet_v2
from torchvision.models.quantization import mobilenet_v3_large as mobilenet_v3_large
