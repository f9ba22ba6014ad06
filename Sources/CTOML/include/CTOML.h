#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The type of a value. `ctoml_moment` is a date, a time or both; `ctoml_fraction` a floating-point number;
/// `ctoml_deep` a value nested too deeply, which is not read.
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

/// A position, counted from 1.
struct ctoml_position {
    uint32_t line;
    uint32_t column;
};

/// A range: `end` is after the last character. `key` is the position of the key that names the value, 0 for an element
/// of a list.
struct ctoml_region {
    struct ctoml_position key, begin, end;
};

/// Called for every value, list and table of a document; a list or table comes before its contents. `keys` are the
/// `depth` names that lead to it (NUL within a name becomes U+FFFD); `in_list` is true for an element of a list. For a
/// text, `text` is the value and `number` its length; otherwise `number` is the value of an integer, or 0 or 1 for a
/// boolean. All pointers are valid only during the call.
typedef void (*ctoml_visitor)(void *context, const char *const *keys, size_t depth, enum ctoml_kind kind, bool in_list,
                              const char *text, int64_t number, struct ctoml_region region);

/// Parses a TOML 1.0 document with toml++ and visits its values. Returns false when it is not TOML, and writes the
/// reason and the position.
bool ctoml_visit(const char *document, size_t length, ctoml_visitor visitor, void *context, char *why, size_t size,
                 struct ctoml_position *where);

/// Returns the version of toml++, such as `3.3.0`.
const char *ctoml_version(void);

#ifdef __cplusplus
}
#endif
