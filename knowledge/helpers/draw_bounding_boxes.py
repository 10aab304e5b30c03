import mindspore as ms
import numpy as np
import PIL.ImageDraw
import PIL.ImageFont
from helper import drawing_canvas, drawing_colors


def draw_bounding_boxes(
    image,
    boxes,
    labels=None,
    colors=None,
    fill=False,
    width=1,
    font=None,
    font_size=None,
    label_colors=None,
    label_background_colors=None,
    fill_labels=False,
) -> ms.Tensor:
    """An image (1 or 3, h, w) with boxes (n, 4), left, top, right and bottom, drawn on it.

    It goes through Pillow and has no gradient. Equals torchvision.utils.draw_bounding_boxes.
    """
    if boxes.shape[0] == 0:
        return image
    if boxes.shape[1] != 4:
        raise NotImplementedError("Boxes have four numbers", boxes.shape)
    count, margin = boxes.shape[0], width + 1
    colors = drawing_colors(colors, count)
    written = drawing_colors(label_colors or "black", count) if fill_labels else colors
    if label_colors and not fill_labels:
        written = drawing_colors(label_colors, count)
    behind = colors
    if fill_labels and label_background_colors:
        behind = drawing_colors(label_background_colors, count)
    letters = PIL.ImageFont.truetype(font, font_size or 10) if font else None
    letters = letters or PIL.ImageFont.load_default()
    picture = drawing_canvas(image)
    draw = PIL.ImageDraw.Draw(picture, "RGBA" if fill else None)
    for index, box in enumerate(boxes.asnumpy().astype(np.int64).tolist()):
        color = colors[index]
        draw.rectangle(box, fill=(*color, 100) if fill else None, outline=color, width=width)
        if labels is not None and labels[index] is not None:
            place = (box[0] + margin, box[1] + margin)
            if fill_labels:
                left, top, right, bottom = draw.textbbox(place, labels[index], font=letters)
                draw.rectangle((left - 1, top - 1, right + 1, bottom + 1), fill=behind[index])
            draw.text(place, labels[index], fill=written[index], font=letters)
    drawn = np.asarray(picture).transpose(2, 0, 1)
    return ms.Tensor(drawn) if image.dtype == ms.uint8 else ms.tensor(drawn / 255, image.dtype)
