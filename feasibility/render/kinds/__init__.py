"""The kinds of proof in words, a module each: `explain` tells it, `reason` names it in a few words.

`drawing`, where there is one, is what a page shows below the words.
"""
