"""adbd for simulated phones: any ADB client can talk to them."""
