import os

from helper import calculate_md5


def check_integrity(fpath, md5=None) -> bool:
    """Whether a file is there, and has the MD5 sum where one is given.

    Equals torchvision.datasets.utils.check_integrity.
    """
    return os.path.isfile(fpath) and (md5 is None or calculate_md5(fpath) == md5)
