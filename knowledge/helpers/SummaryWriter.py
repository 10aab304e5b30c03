import mindspore as ms
import tensorboardX


class SummaryWriter(tensorboardX.SummaryWriter):
    """A writer of TensorBoard's files (pip install tensorboardX) that takes MindSpore's tensors too.

    Equals torch.utils.tensorboard.SummaryWriter.
    """

    def __init__(
        self,
        log_dir=None,
        comment="",
        purge_step=None,
        max_queue=10,
        flush_secs=120,
        filename_suffix="",
    ):
        super().__init__(log_dir, comment, purge_step, max_queue, flush_secs, filename_suffix)
        self.log_dir = self.logdir

    def get_logdir(self):
        return self.log_dir

    def plain(self, value):
        if isinstance(value, ms.Tensor):
            return value.asnumpy()
        if isinstance(value, dict):
            return {key: self.plain(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.plain(item) for item in value]
        return value

    def add_scalar(self, tag, scalar_value, global_step=None, walltime=None, **style):
        super().add_scalar(tag, self.plain(scalar_value), self.plain(global_step), walltime)

    def add_scalars(self, main_tag, tag_scalar_dict, *args, **kwargs):
        super().add_scalars(main_tag, self.plain(tag_scalar_dict), *args, **kwargs)

    def add_histogram(self, tag, values, *args, **kwargs):
        super().add_histogram(tag, self.plain(values), *args, **kwargs)

    def add_image(self, tag, img_tensor, *args, **kwargs):
        super().add_image(tag, self.plain(img_tensor), *args, **kwargs)

    def add_images(self, tag, img_tensor, *args, **kwargs):
        super().add_images(tag, self.plain(img_tensor), *args, **kwargs)

    def add_hparams(
        self,
        hparam_dict,
        metric_dict,
        hparam_domain_discrete=None,
        run_name=None,
        global_step=None,
    ):
        metrics = self.plain(metric_dict)
        super().add_hparams(self.plain(hparam_dict), metrics, run_name, global_step)
