"""The rules a sentence states: who may, must or must not do what."""
