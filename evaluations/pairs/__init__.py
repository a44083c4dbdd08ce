"""`suffice eval pairs`: unrelated short questions in every order, and true follow-ups beside them."""
