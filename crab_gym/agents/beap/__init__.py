"""BEAP-Agent (arXiv 2601.21352): planning, acting, tracking, and backtracking from dead ends."""
