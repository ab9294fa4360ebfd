"""What tasks are made of, by app: evaluators, setups and moves."""
