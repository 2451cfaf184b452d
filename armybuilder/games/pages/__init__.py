"""What the pages of games show: typed values, made from models and rules."""
