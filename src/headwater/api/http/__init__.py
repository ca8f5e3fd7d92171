"""HTTP itself: requests, answers, errors, keys and limits, whatever is asked for."""
