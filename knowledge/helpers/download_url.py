import os
from urllib import request

from helper import check_integrity


def download_url(url, root, filename=None, md5=None, max_redirect_hops=3) -> None:
    """Puts what is at url into the folder root, where it is not there already.

    Equals torchvision.datasets.utils.download_url; files of Google Drive need the package gdown.
    """
    root = os.path.expanduser(root)
    os.makedirs(root, exist_ok=True)
    path = os.path.join(root, filename or os.path.basename(url))
    if check_integrity(path, md5):
        return
    if "drive.google.com" in url:
        raise ValueError(f"fetch {url} with the package gdown")
    asked = request.Request(url, headers={"User-Agent": "mindspore"})
    with request.urlopen(asked) as found, open(path, "wb") as file:
        while part := found.read(1 << 20):
            file.write(part)
    if not check_integrity(path, md5):
        raise RuntimeError("File not found or corrupted.")
