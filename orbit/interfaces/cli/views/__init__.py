"""What people see of sessions, plans and results, as rich renderables."""
