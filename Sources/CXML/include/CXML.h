#pragma once

/* libxml2, opened at its first use, behind the few questions that we ask of a document.
 *
 * Linking it would cost every start of the program 0.9 ms (it pulls in ICU). Its headers stay inside CXML.c, so that
 * Swift needs no search path. Everything is hidden from the dynamic linker. */

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* A document that we own, and a node in it, valid as long as the document is. */
typedef struct cxml_document cxml_document;
typedef struct cxml_node cxml_node;

enum cxml_kind { cxml_other = 0, cxml_element = 1, cxml_text = 2, cxml_doctype = 3 };

/* Opens libxml2 and initialises it with an allocator that wipes what it frees. True when it can be used; otherwise
 * *error says why (a static text). Any number of calls from any thread. */
bool cxml_load(const char *_Nullable *_Nonnull error);

/* libxml2's own version number, such as "20914" for 2.9.14; "" when it was not opened or does not say. */
const char *_Nonnull cxml_version(void);

/* Reads UTF-8 HTML, however broken (htmlCtxtReadMemory with RECOVER, NOERROR, NOWARNING, NONET, IGNORE_ENC and no
 * limit of depth). NULL: not even libxml2 could, or there is no memory. */
cxml_document *_Nullable cxml_read_html(const char *_Nonnull bytes, size_t count);

/* Reads XML that has to be well-formed (xmlCtxtReadMemory with NONET, and neither DTD nor external entities loaded).
 * NULL when it is not; `message` then holds why. */
cxml_document *_Nullable cxml_read_xml(
    const char *_Nonnull bytes, size_t count, char *_Nonnull message, size_t capacity);

/* xmlFreeDoc */
void cxml_free(cxml_document *_Nullable document);

/* The first node of a document, and the ways through it; NULL at an end. The parent of the root is NULL. */
const cxml_node *_Nullable cxml_first(const cxml_document *_Nonnull document);
const cxml_node *_Nullable cxml_first_child(const cxml_node *_Nonnull node);
const cxml_node *_Nullable cxml_next(const cxml_node *_Nonnull node);
const cxml_node *_Nullable cxml_parent(const cxml_node *_Nonnull node);

enum cxml_kind cxml_kind_of(const cxml_node *_Nonnull node);
/* An element's local name; HTML's are in lower case. */
const char *_Nonnull cxml_name(const cxml_node *_Nonnull node);
/* An element's namespace, or "". */
const char *_Nonnull cxml_namespace(const cxml_node *_Nonnull node);
/* A text's or CDATA section's characters. */
const char *_Nonnull cxml_content(const cxml_node *_Nonnull node);
/* The value of the element's attribute without a namespace; NULL when it has none. */
const char *_Nullable cxml_attribute(const cxml_node *_Nonnull node, const char *_Nonnull name);

/* The value of an attribute in a namespace; NULL when there is none. */
const char *_Nullable cxml_attribute_in(
    const cxml_node *_Nonnull node, const char *_Nonnull name, const char *_Nullable namespace_uri);

/* True when `part` is in `text`, in any case of ASCII letters (strcasestr(3)). */
bool cxml_mentions(const char *_Nonnull text, const char *_Nonnull part);

#pragma GCC visibility pop
