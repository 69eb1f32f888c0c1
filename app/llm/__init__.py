"""Language models behind a server: closed questions asked, and answers that say what they are.

This room knows nothing of claims or pages. A question is two texts and a shape; an answer is a
value of that shape, or says in words why there is none and what to do about it.
"""
