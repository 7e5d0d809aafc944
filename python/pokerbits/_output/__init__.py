"""Results of public functions: counts, tables as text and HTML, columns, and arrays to fill."""
