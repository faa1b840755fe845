"""Programs that make the data the package ships; none of it runs in the app or the service."""
