"""Views of clubs: for people with an account, who see the clubs that they are in."""
