"""How the server speaks HTTP: requests, answers, errors, keys and limits, for every operation
alike."""
