"""The commands. A file is called by its command, and a folder by a group of commands.

Two files have more than one command: `delete` also has `restore`, which undoes it, and `keys` has
all commands on keys.
"""
