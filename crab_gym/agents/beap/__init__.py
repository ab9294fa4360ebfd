"""BEAP-Agent (arXiv 2601.21352): planning, acting, tracking, and going back where a path leads nowhere."""
