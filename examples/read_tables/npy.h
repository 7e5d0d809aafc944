/* Rows of a table in NumPy's .npy format, memory-mapped. C99 and C++, POSIX, little-endian.
 *
 * It reads the tables of pokerbits: strength tables, and the files of card abstractions. The order of the rows is the
 * hand index of Waugh (2013). docs/how-to/read_tables.md shows a program.
 */
#ifndef POKERBITS_NPY_H
#define POKERBITS_NPY_H

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct npy {
    const unsigned char *data; /* the first row */
    size_t rows, columns;      /* a table of one number per hand has one column */
    char kind;                 /* 'f' or 'u' */
    size_t item;               /* bytes of a number */
    void *map;
    size_t map_size;
};

/* The position behind `key` in the header, or NULL. */
static inline const char *npy_after(const char *header, const char *key) {
    const char *found = strstr(header, key);
    return found ? found + strlen(key) : NULL;
}

/* Reads `'descr': '<f8', 'fortran_order': False, 'shape': (1286792, 8)`; 0, or -1 for anything else. */
static inline int npy_describe(struct npy *table, const char *header) {
    const char *descr = npy_after(header, "'descr': '"), *shape = npy_after(header, "'shape': (");
    char *end;
    if (!descr || !shape || !strstr(header, "'fortran_order': False")) return -1;
    if ((descr[0] != '<' && descr[0] != '|') || !strchr("fu", descr[1]) || !strchr("1248", descr[2])) return -1;
    if (descr[1] == '\0' || descr[2] == '\0' || descr[3] != '\'') return -1;
    table->kind = descr[1];
    table->item = (size_t)(descr[2] - '0');
    if (table->kind == 'f' && table->item < 4) return -1;
    table->rows = (size_t)strtoull(shape, &end, 10);
    if (end == shape || *end != ',') return -1;
    shape = end + 1;
    table->columns = (size_t)strtoull(shape, &end, 10);
    if (end == shape) table->columns = 1;
    return *end == ')' ? 0 : -1;
}

/* Opens a table; 0, or -1 with errno, which is EINVAL for a file that is not such a table. */
static inline int npy_open(struct npy *table, const char *path) {
    int file = open(path, O_RDONLY), result = -1;
    struct stat about;
    unsigned char *bytes;
    char *header;
    size_t start, length;
    memset(table, 0, sizeof *table);
    if (file < 0) return -1;
    if (fstat(file, &about) < 0) {
        close(file);
        return -1;
    }
    table->map_size = (size_t)about.st_size;
    table->map = about.st_size >= 12 ? mmap(NULL, table->map_size, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
    close(file);
    if (table->map == MAP_FAILED) {
        if (about.st_size < 12) errno = EINVAL;
        return -1;
    }
    bytes = (unsigned char *)table->map;
    /* The length of the header has 2 bytes in version 1, and 4 bytes later. */
    start = bytes[6] == 1 ? 10 : 12;
    length = bytes[8] | (size_t)bytes[9] << 8;
    if (start == 12) length |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
    if (!memcmp(bytes, "\x93NUMPY", 6) && length <= table->map_size - start) {
        header = (char *)calloc(length + 1, 1);
        if (header) {
            memcpy(header, bytes + start, length);
            result = npy_describe(table, header);
            free(header);
        }
    }
    table->data = bytes + start + length;
    /* Divided, because a product may overflow. */
    length = table->map_size - (result ? 0 : start + length);
    if (result || !table->rows || !table->columns || length % table->rows ||
        length / table->rows % table->columns || length / table->rows / table->columns != table->item) {
        munmap(table->map, table->map_size);
        memset(table, 0, sizeof *table);
        errno = EINVAL;
        return -1;
    }
    return 0;
}

static inline void npy_close(struct npy *table) {
    munmap(table->map, table->map_size);
    memset(table, 0, sizeof *table);
}

/* The bytes of a row: `columns` numbers of `item` bytes. The row must be below `rows`. */
static inline const unsigned char *npy_row(const struct npy *table, size_t row) {
    return table->data + row * table->columns * table->item;
}

/* A number as a double, which has whole numbers up to 2^53 exactly. */
static inline double npy_number(const struct npy *table, size_t row, size_t column) {
    const unsigned char *at = npy_row(table, row) + column * table->item;
    uint64_t whole = 0;
    double number;
    float single;
    if (table->kind == 'u') {
        memcpy(&whole, at, table->item);
        return (double)whole;
    }
    if (table->item == sizeof single) {
        memcpy(&single, at, sizeof single);
        return single;
    }
    memcpy(&number, at, sizeof number);
    return number;
}

#endif
