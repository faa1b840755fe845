"""What costs: contacts to resolve, estimates, receipts, and the record of what was paid for."""
