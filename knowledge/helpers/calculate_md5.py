import hashlib


def calculate_md5(fpath, chunk_size=1024 * 1024) -> str:
    """The MD5 sum of a file, in hexadecimal digits.

    Equals torchvision.datasets.utils.calculate_md5.
    """
    found = hashlib.md5(usedforsecurity=False)
    with open(fpath, "rb") as file:
        while part := file.read(chunk_size):
            found.update(part)
    return found.hexdigest()
