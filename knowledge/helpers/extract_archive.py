import bz2
import gzip
import lzma
import os
import pathlib
import shutil
import tarfile
import zipfile


def extract_archive(from_path, to_path=None, remove_finished=False):
    """Unpacks an archive (.zip, .tar, .tar.gz, .tgz, ...) or a file (.gz, .bz2, .xz); says where to.

    Equals torchvision.datasets.utils.extract_archive.
    """
    to_path = os.path.dirname(from_path) if to_path is None else to_path
    suffixes = pathlib.Path(from_path).suffixes or [""]
    if suffixes[-1] == ".zip":
        with zipfile.ZipFile(from_path) as archive:
            archive.extractall(to_path)
    elif suffixes[-1] in (".tar", ".tgz", ".tbz", ".tbz2") or ".tar" in suffixes[-2:-1]:
        with tarfile.open(from_path) as archive:
            archive.extractall(to_path)
    elif suffixes[-1] in (".gz", ".bz2", ".xz"):
        opener = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}[suffixes[-1]]
        to_path = os.path.join(to_path, os.path.basename(from_path).replace(suffixes[-1], ""))
        with opener(from_path) as packed, open(to_path, "wb") as file:
            shutil.copyfileobj(packed, file)
    else:
        raise RuntimeError(f"Unknown compression or archive type: '{suffixes[-1]}'.")
    if remove_finished:
        os.remove(from_path)
    return os.fspath(to_path) if isinstance(from_path, str) else pathlib.Path(to_path)
