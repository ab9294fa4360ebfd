"""Tasks on the phone: appointments, alarms and to-dos."""
