"""Readers that turn the answers of any deployment into our models.

Each reader takes cleaned JSON and gives a contract model. What is unknown is kept as an extra
field (shown under `extra` by `normalised()`); what is missing is "not given"; only a thing
without which nothing can go on (a Set without an id) raises `BadAnswer`.

A reader and its models are loaded with the first answer that it reads: most programs make one or
two kinds of call.
"""
