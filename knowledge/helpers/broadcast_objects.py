from mindspore.mint import distributed as dist


def broadcast_objects(object_list, src=0, group=None):
    """Replace the items of object_list by those of the process src.

    Equals torch.distributed.broadcast_object_list.
    """
    ranks = dist.get_process_group_ranks(group)
    lists = [None] * len(ranks)
    dist.all_gather_object(lists, object_list, group)
    object_list[:] = lists[ranks.index(src)]
