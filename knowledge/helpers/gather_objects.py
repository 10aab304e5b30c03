from mindspore.mint import distributed as dist


def gather_objects(obj, object_gather_list=None, dst=0, group=None):
    """Put the objects of all processes into object_gather_list, which only the process dst has to give.

    Equals torch.distributed.gather_object.
    """
    objects = [None] * dist.get_world_size(group)
    dist.all_gather_object(objects, obj, group)
    if dist.get_rank() == dst:
        object_gather_list[:] = objects
