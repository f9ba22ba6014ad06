#include "CTOML.h"

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace {

ctoml_position position(const toml::source_position &place) { return {place.line, place.column}; }

// A C string ends with NUL: a name with one would look like another.
std::string name_of(const toml::key &key) {
    std::string name;
    for (const char letter : key.str()) {
        if (letter == 0) {
            name += "\xEF\xBF\xBD";
        } else {
            name += letter;
        }
    }
    return name;
}

struct visit {
    ctoml_visitor visitor;
    void *context;
    std::vector<std::string> names;

    void report(const toml::node &node, const toml::key *key, ctoml_kind kind, bool in_list, const char *text,
                int64_t number) {
        std::vector<const char *> keys;
        for (const auto &name : names) keys.push_back(name.c_str());
        ctoml_region region = {{0, 0}, position(node.source().begin), position(node.source().end)};
        if (key) region.key = position(key->source().begin);
        visitor(context, keys.data(), keys.size(), kind, in_list, text, number, region);
    }

    // A dotted key nests as deep as it is long: what is deeper than anybody means is not followed.
    void walk(const toml::node &node, const toml::key *key, bool in_list, int depth) {
        if (depth > 16) {
            report(node, key, ctoml_deep, in_list, "", 0);
        } else if (const auto *table = node.as_table()) {
            report(node, key, ctoml_table, in_list, "", 0);
            for (const auto &entry : *table) {
                names.push_back(name_of(entry.first));
                walk(entry.second, &entry.first, false, depth + 1);
                names.pop_back();
            }
        } else if (const auto *list = node.as_array()) {
            report(node, key, ctoml_list, in_list, "", 0);
            for (const auto &element : *list) walk(element, nullptr, true, depth + 1);
        } else if (const auto *text = node.as_string()) {
            report(node, key, ctoml_text, in_list, text->get().c_str(), static_cast<int64_t>(text->get().size()));
        } else if (const auto *integer = node.as_integer()) {
            report(node, key, ctoml_integer, in_list, "", integer->get());
        } else if (const auto *flag = node.as_boolean()) {
            report(node, key, ctoml_flag, in_list, "", flag->get() ? 1 : 0);
        } else {
            report(node, key, node.is_floating_point() ? ctoml_fraction : ctoml_moment, in_list, "", 0);
        }
    }
};

}  // namespace

bool ctoml_visit(const char *document, size_t length, ctoml_visitor visitor, void *context, char *why, size_t size,
                 struct ctoml_position *where) {
    const toml::parse_result result = toml::parse(std::string_view(document, length));
    if (!result) {
        const auto &error = result.error();
        std::strncpy(why, std::string(error.description()).c_str(), size - 1);
        why[size - 1] = 0;
        *where = {error.source().begin.line, error.source().begin.column};
        return false;
    }
    visit{visitor, context, {}}.walk(result.table(), nullptr, false, 0);
    return true;
}
