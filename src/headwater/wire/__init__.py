"""How questions, answers and events travel between a client and a server."""
