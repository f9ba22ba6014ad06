#pragma once
#include <stddef.h>

/// An allocator that leaves nothing in freed memory, for libraries that let their own be replaced: libcurl copies header
/// lines and bodies, libxml2 pages and messages. Allocate with malloc(3), calloc(3) and strdup(3); give back and grow here.
void cwiping_free(void *block);
void *cwiping_realloc(void *block, size_t size);
/// strdup(3) as a function of ours: its name is a macro in some headers.
char *cwiping_strdup(const char *text);
