"""The pages of the project, and the program that checks and renders them."""
