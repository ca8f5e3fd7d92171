"""What can be asked: one struct for each question, with its defaults and what they mean.

The API reads them from URLs, the client writes them there, the command line makes them of its
options, and the queries answer them.
"""
