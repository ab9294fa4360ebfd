"""LLM agents as policies: `chat` is what they say to models, `models` asks these, the others are the structures."""
