"""Reading: a text becomes spans, and the spans that fit together become what is understood."""
