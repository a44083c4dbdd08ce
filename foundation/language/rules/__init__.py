"""What a sentence lays down: who may, must or must not do what."""
