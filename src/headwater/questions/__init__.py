"""What can be asked: one struct per question, with its parameters and their defaults.

The API reads questions from URLs, the client writes them into URLs, the command line builds them
from its options, and the queries answer them.
"""
