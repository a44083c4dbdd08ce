"""What is kept of what people say of themselves, measured on labelled statements."""
