"""The views of the lists app: one act an address."""
