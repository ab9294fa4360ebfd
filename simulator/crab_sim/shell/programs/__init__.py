"""Full-screen programs of the shell: vim, nano and less."""
