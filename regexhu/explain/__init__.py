"""A verdict told: why a hand wins or not, in English or Chinese, as text or as a picture."""
