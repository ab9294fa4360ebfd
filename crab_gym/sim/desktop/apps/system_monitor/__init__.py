"""The System Monitor: processes, load, disks."""
