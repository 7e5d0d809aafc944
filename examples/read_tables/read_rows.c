/* Prints rows of a table of pokerbits: `read_rows TABLE.npy INDEX...`, or with the indices on standard input.
 *
 * cc -O2 -o read_rows examples/read_tables/read_rows.c
 */
#include <inttypes.h>
#include <stdio.h>

#include "npy.h"

static int print_row(const struct npy *table, uint64_t index) {
    size_t column;
    if (index >= table->rows) {
        fprintf(stderr, "row %" PRIu64 ": the table has %zu rows\n", index, table->rows);
        return 1;
    }
    for (column = 0; column < table->columns; column++)
        printf(column ? " %.17g" : "%.17g", npy_number(table, (size_t)index, column));
    putchar('\n');
    return 0;
}

int main(int count, char **texts) {
    struct npy table;
    uint64_t index;
    int at, failed = 0;
    if (count < 2) {
        fprintf(stderr, "usage: read_rows TABLE.npy INDEX...\n");
        return 2;
    }
    if (npy_open(&table, texts[1])) {
        fprintf(stderr, "%s: %s\n", texts[1], errno == EINVAL ? "not a table of numbers in .npy" : strerror(errno));
        return 1;
    }
    for (at = 2; at < count && !failed; at++) failed = print_row(&table, strtoull(texts[at], NULL, 10));
    if (count == 2)
        while (!failed && scanf("%" SCNu64, &index) == 1) failed = print_row(&table, index);
    npy_close(&table);
    return failed;
}
