"""What is under way: the link to the deployment, requests, live Sets and runs."""
