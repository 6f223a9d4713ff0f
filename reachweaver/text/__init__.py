"""Text under the contract's folding, with words, URLs, mentions and hashtags; knows no campaign."""
