"""What MindSpore offers for each torch symbol: reading, checking, compiling and asking."""
