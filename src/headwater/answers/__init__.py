"""The values that questions are answered with: queries compute them, and the client reads them."""
