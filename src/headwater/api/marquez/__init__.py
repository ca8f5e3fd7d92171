"""The shapes and calls that exist only because clients of Marquez expect them."""
