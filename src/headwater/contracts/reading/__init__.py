"""Reading contracts and products: from bytes, by whatever standard, into one form."""
