"""The words of a request against the words of the library: stems, synonyms and character n-grams."""
