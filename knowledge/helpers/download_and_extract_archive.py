import os

from helper import download_url, extract_archive


def download_and_extract_archive(
    url, download_root, extract_root=None, filename=None, md5=None, remove_finished=False
) -> None:
    """Puts the archive at url into the folder download_root, and unpacks it into extract_root.

    Equals torchvision.datasets.utils.download_and_extract_archive.
    """
    download_root = os.path.expanduser(download_root)
    filename = filename or os.path.basename(url)
    download_url(url, download_root, filename, md5)
    extract_root = download_root if extract_root is None else extract_root
    extract_archive(os.path.join(download_root, filename), extract_root, remove_finished)
