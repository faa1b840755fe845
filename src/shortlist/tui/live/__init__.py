"""What outlives a screen: the link to the deployment, requests, live Sets, and what is known of
them."""
