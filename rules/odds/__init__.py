"""The odds pages: a question of the dice is a form whose address is the question, the answer is exact."""
