"""Results of public functions: counts, tables as text and HTML, columns, and output arrays."""
