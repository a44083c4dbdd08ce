"""`suffice init` on three folders of public files: how soon the first right answer comes, and how many are right."""
