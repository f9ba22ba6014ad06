#pragma once
#include <stddef.h>

/// An allocator that wipes memory before freeing it, for libraries that accept one: libcurl copies headers and bodies,
/// libxml2 pages and messages. Allocate with malloc(3), calloc(3) and strdup(3); free and resize with the functions
/// here.
void cwiping_free(void *block);
void *cwiping_realloc(void *block, size_t size);
/// Calls strdup(3), whose name is a macro in some headers.
char *cwiping_strdup(const char *text);
