"""Words and what they stand for: places, roles, organisations and topics.

General resources, tuned to no corpus: what a search may know beside the index's own vocabulary.
"""
