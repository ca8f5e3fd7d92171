"""How answers are printed, for people and for programs."""
