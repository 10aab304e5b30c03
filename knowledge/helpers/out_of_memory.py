import sys


def out_of_memory() -> type[BaseException]:
    """Give the class that an except clause is to catch where the device's memory has run out.

    Equals torch.OutOfMemoryError behind except: MindSpore raises RuntimeError, whose message tells it
    from others. Of other errors it gives a class that nothing is raised of.
    """
    error = sys.exc_info()[1]
    text = str(error).lower()
    ran_out = "memory" in text and ("enough" in text or "failed" in text or "out of" in text)
    if isinstance(error, RuntimeError) and ran_out:
        return type(error)
    return type("Nothing", (Exception,), {})
