"""The rule systems, one folder each. Pure, and unknown to each other; combat/registry.py lists them."""
