"""Networks from files: TOML, or named arrays in .npz and .safetensors; words; input vectors."""
