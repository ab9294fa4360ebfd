"""Look-ups in the phone's apps that tell more than the first of each app: who, when, how many."""
