"""A SummaryWriter that keeps the numbers, for both frameworks."""

scalars = []
TIMES = ("SPS", "time", "fps")  # tags whose numbers tell how fast the machine is


class SummaryWriter:
    def __init__(self, logdir=None, *args, **kwargs):
        self.logdir = logdir

    def add_scalar(self, tag, scalar_value, *args, **kwargs):
        if not any(word in tag for word in TIMES):
            scalars.append(float(scalar_value))

    def __enter__(self):
        return self

    def __exit__(self, *error):
        """There is nothing to close."""

    def add_nothing(self, *args, **kwargs):
        """What is no number is not kept."""

    add_scalars = add_text = add_image = add_images = add_figure = add_graph = add_nothing
    add_histogram = add_hparams = add_embedding = add_video = flush = close = add_nothing
