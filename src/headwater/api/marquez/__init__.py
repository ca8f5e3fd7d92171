"""What exists only because the clients of Marquez expect it."""
