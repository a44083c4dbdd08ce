"""Questions of two parts and questions that need another's result: is every part answered, or named."""
