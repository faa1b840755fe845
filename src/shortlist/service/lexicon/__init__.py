"""The lexicon: words, and the places, roles and organisations they stand for.

General resources, tuned to no corpus: what a search may know beside the index's own vocabulary.
"""
