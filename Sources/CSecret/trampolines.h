#pragma once

#include "CSecret.h"

// Variadic functions, and functions whose address is needed.
#define CSECRET_POINTERS(X)                                                                                           \
    X(g_variant_new)                                                                                                  \
    X(g_variant_lookup)                                                                                               \
    X(g_variant_get_child)                                                                                            \
    X(g_variant_get)                                                                                                  \
    X(g_variant_new_parsed)                                                                                           \
    X(g_str_hash)                                                                                                     \
    X(g_str_equal)

#define CSECRET_POINTER(name) extern __attribute__((visibility("hidden"))) void *csecret_##name;
CSECRET_POINTERS(CSECRET_POINTER)
