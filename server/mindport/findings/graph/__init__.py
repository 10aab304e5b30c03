"""What MindSpore's graph compiler refuses, or fixes at compile time (MP4xx)."""
