"""What callers get: counts, results, their tables as text and HTML, their columns, and arrays to fill."""
