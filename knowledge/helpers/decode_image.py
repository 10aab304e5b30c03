import io

import mindspore as ms
import numpy as np
import PIL.Image
import PIL.ImageOps
import PIL.ImageSequence


def decode_image(input, mode="UNCHANGED", apply_exif_orientation=False) -> ms.Tensor:
    """The pixels (C, H, W) of an image file, of its path or its bytes in a tensor of uint8.

    mode is one of UNCHANGED, GRAY, GRAY_ALPHA, RGB and RGB_ALPHA. Equals torchvision.io.decode_image
    for PNG, JPEG, WebP and GIF (of several frames (N, C, H, W)).
    """
    source = io.BytesIO(input.asnumpy().tobytes()) if isinstance(input, ms.Tensor) else str(input)
    image = PIL.Image.open(source)
    kind, mode = image.format, mode.upper()
    if kind not in ("PNG", "JPEG", "WEBP", "GIF"):
        raise RuntimeError(f"torchvision decodes PNG, JPEG, WebP and GIF, and this is {kind}")
    wanted = {"GRAY": "L", "GRAY_ALPHA": "LA", "RGB": "RGB", "RGB_ALPHA": "RGBA"}.get(mode)
    if kind == "GIF":
        frames = [np.asarray(one.convert("RGB")) for one in PIL.ImageSequence.Iterator(image)]
        frames = np.stack(frames).transpose(0, 3, 1, 2)
        return ms.Tensor(frames[0] if len(frames) == 1 else frames)
    if (kind == "JPEG" and mode.endswith("ALPHA")) or (kind == "WEBP" and mode.startswith("GRAY")):
        raise RuntimeError(f"{kind} cannot be read as {mode}")
    if kind == "JPEG" and wanted == "L" and image.mode != "CMYK":
        image.draft("L", image.size)
    if apply_exif_orientation and kind != "WEBP":
        image = PIL.ImageOps.exif_transpose(image)
    if image.mode == "1":
        image = image.convert("L")
    if image.mode == "I;16" and wanted in ("LA", "RGB", "RGBA"):
        raise RuntimeError(f"a picture of 16 bits cannot be read as {mode}")
    if kind == "PNG" and wanted in ("L", "LA") and image.mode not in ("L", "LA", "I;16"):
        pixels = np.asarray(image.convert("RGBA")).astype(np.int64)
        gray = pixels[..., :3] @ (9794, 19234, 3740) >> 15
        pixels = np.stack([gray, pixels[..., 3]], -1)[..., : len(wanted)].astype(np.uint8)
    else:
        wanted = image.mode if wanted is None or image.mode == "I;16" else wanted
        pixels = np.asarray(image if wanted == image.mode else image.convert(wanted))
    if image.mode == wanted == "CMYK":
        pixels = 255 - pixels
    return ms.Tensor(pixels[None] if pixels.ndim == 2 else pixels.transpose(2, 0, 1).copy())
