"""All data of a user, collected for their backup."""
