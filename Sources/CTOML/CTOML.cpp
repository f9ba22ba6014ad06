#include "CTOML.h"

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace {

struct visit {
    ctoml_visitor visitor;
    void *context;
    std::vector<std::string> names;

    void report(const toml::node &node, ctoml_kind kind, bool in_list, const char *text, int64_t number) {
        std::vector<const char *> keys;
        for (const auto &name : names) keys.push_back(name.c_str());
        const auto begin = node.source().begin;
        visitor(context, keys.data(), keys.size(), kind, in_list, text, number, {begin.line, begin.column});
    }

    // A dotted key nests as deep as it is long: what is deeper than anybody means is not followed.
    void walk(const toml::node &node, bool in_list) {
        if (names.size() > 16) {
            report(node, ctoml_other, in_list, "", 0);
        } else if (const auto *table = node.as_table()) {
            report(node, ctoml_table, in_list, "", 0);
            for (const auto &entry : *table) {
                names.emplace_back(entry.first.str());
                walk(entry.second, false);
                names.pop_back();
            }
        } else if (const auto *list = node.as_array()) {
            for (const auto &element : *list) walk(element, true);
        } else if (const auto *text = node.as_string()) {
            report(node, ctoml_text, in_list, text->get().c_str(), static_cast<int64_t>(text->get().size()));
        } else if (const auto *integer = node.as_integer()) {
            report(node, ctoml_integer, in_list, "", integer->get());
        } else if (const auto *flag = node.as_boolean()) {
            report(node, ctoml_flag, in_list, "", flag->get() ? 1 : 0);
        } else {
            report(node, ctoml_other, in_list, "", 0);
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
    visit{visitor, context, {}}.walk(result.table(), false);
    return true;
}
