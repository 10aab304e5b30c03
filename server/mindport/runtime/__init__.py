"""Running code of either framework in processes of their own, and comparing what came out."""
