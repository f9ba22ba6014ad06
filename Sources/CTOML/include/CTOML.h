#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a value is. `ctoml_moment` is a date or a time or both, `ctoml_fraction` a floating-point number, `ctoml_deep` what
/// is nested deeper than anybody means, and is not looked into.
enum ctoml_kind {
    ctoml_text,
    ctoml_integer,
    ctoml_flag,
    ctoml_table,
    ctoml_list,
    ctoml_moment,
    ctoml_fraction,
    ctoml_deep
};

/// Where something stands, counted from 1.
struct ctoml_position {
    uint32_t line;
    uint32_t column;
};

/// From where to where: `end` is behind the last character. `key` is where the name stands that leads there, 0 for an
/// element of a list.
struct ctoml_region {
    struct ctoml_position key, begin, end;
};

/// Called for every value, list and table of a document, for a list or a table before what it holds. `keys` are the
/// `depth` names that lead there (NUL within a name is U+FFFD); `in_list` is true for an element of a list. `text` is the
/// value of a text and `number` its length; else `number` is the value of an integer, or 0 and 1 for a flag. All are lent
/// for the length of the call.
typedef void (*ctoml_visitor)(void *context, const char *const *keys, size_t depth, enum ctoml_kind kind, bool in_list,
                              const char *text, int64_t number, struct ctoml_region region);

/// Reads a document of TOML 1.0 with toml++ and visits it. Returns false for what is no TOML, and then writes why and
/// where.
bool ctoml_visit(const char *document, size_t length, ctoml_visitor visitor, void *context, char *why, size_t size,
                 struct ctoml_position *where);

#ifdef __cplusplus
}
#endif
