#define _GNU_SOURCE
#include "CWiping.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

void cwiping_free(void *block) {
    if (block) {
        explicit_bzero(block, malloc_usable_size(block));
        free(block);
    }
}

void *cwiping_realloc(void *block, size_t size) {
    if (!block) return malloc(size);
    size_t old = malloc_usable_size(block);
    if (size != 0 && size <= old) {
        // Wipes the tail before the block shrinks in place.
        explicit_bzero((char *)block + size, old - size);
        return block;
    }
    void *fresh = malloc(size ? size : 1);
    if (!fresh) return NULL;
    memcpy(fresh, block, old < size ? old : size);
    cwiping_free(block);
    return fresh;
}

char *cwiping_strdup(const char *text) { return strdup(text); }
