import contextlib

from mindspore import nn
from mindspore.mint import distributed as dist


class DistributedDataParallel(nn.Cell):
    """Runs module in each process on its own data, with the gradients averaged over all processes.

    The parameters and buffers start as those of the first process. Gradients that
    mindspore.value_and_grad computes of them are averages already; it has to be asked for those of
    all parameters that required a gradient when the network was wrapped. For PyNative mode.

    Equals torch.nn.parallel.DistributedDataParallel.
    """

    def __init__(
        self,
        module,
        device_ids=None,
        output_device=None,
        dim=0,
        broadcast_buffers=None,
        init_sync=True,
        process_group=None,
        bucket_cap_mb=None,
        find_unused_parameters=False,
        check_reduction=False,
        gradient_as_bucket_view=False,
        static_graph=False,
    ):
        super().__init__(auto_prefix=False)
        self.module = module
        self.process_group = process_group
        self.size = dist.get_world_size(process_group)
        self.first = dist.get_process_group_ranks(process_group)[0]
        parameters = list(module.get_parameters())
        statistics = [p for p in parameters if p.name.endswith(("moving_mean", "moving_variance"))]
        buffers = statistics + list(module.buffers())
        self.synchronized = buffers if broadcast_buffers is not False else []
        if init_sync:
            self.copy_from_first(parameters + list(module.buffers()))
        trained = module.trainable_params()
        self.count = len(trained)
        self.gradients = {}
        for place, parameter in enumerate(trained):
            parameter.register_hook(self.averages(place))

    def construct(self, *inputs, **kwargs):
        if self.gradients:
            raise RuntimeError(
                "The last step took gradients of some parameters only, which were not averaged. "
                "Give the others requires_grad = False before the network is wrapped."
            )
        self.copy_from_first(self.synchronized)
        return self.module(*inputs, **kwargs)

    def no_sync(self):
        """For steps that add up: the gradients of each are averages all the same, of which the sum
        is the average of the sums."""
        return contextlib.nullcontext()

    def copy_from_first(self, tensors):
        for tensor in tensors:
            dist.broadcast(tensor, self.first, group=self.process_group)

    def averages(self, place):
        def average(gradient):
            # Summed in place once all are there: the processes have to do it in the same order.
            share = gradient / self.size
            self.gradients[place] = share
            if len(self.gradients) == self.count:
                for _, waiting in sorted(self.gradients.items()):
                    dist.all_reduce(waiting, group=self.process_group)
                self.gradients.clear()
            return share

        return average
