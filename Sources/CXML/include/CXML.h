#pragma once

/* libxml2, opened on first use, behind the few queries that fedauth needs.
 *
 * Linking it would add 0.9 ms to every start (it pulls in ICU). Its headers are included only in CXML.c, so that Swift
 * needs no search path. Everything is hidden from the dynamic linker. */

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* A document owned by the caller, and a node in it, valid as long as the document. */
typedef struct cxml_document cxml_document;
typedef struct cxml_node cxml_node;

enum cxml_kind { cxml_other = 0, cxml_element = 1, cxml_text = 2, cxml_doctype = 3 };

/* Opens libxml2 and initialises it with an allocator that wipes what it frees. Returns true when it can be used;
 * otherwise *error is the reason (a static text). May be called repeatedly and from any thread. */
bool cxml_load(const char *_Nullable *_Nonnull error);

/* Returns libxml2's version number, such as "20914" for 2.9.14; "" when it is not open or does not report one. */
const char *_Nonnull cxml_version(void);

/* Writes at most `count` bytes to `buffer` and returns their number, 0 at the end. */
typedef size_t cxml_supply(void *_Nullable state, char *_Nonnull buffer, size_t count);

/* Parses UTF-8 HTML, even when malformed (htmlCtxtReadIO with RECOVER, NOERROR, NOWARNING, NONET, IGNORE_ENC), as
 * `supply` hands it over. Returns NULL when memory runs out. */
cxml_document *_Nullable cxml_read_html(cxml_supply *_Nonnull supply, void *_Nullable state);

/* Parses XML, which must be well-formed (xmlCtxtReadMemory with NONET; neither DTD nor external entities are loaded).
 * Returns NULL when it is not, and sets `message` to the reason. */
cxml_document *_Nullable cxml_read_xml(
    const char *_Nonnull bytes, size_t count, char *_Nonnull message, size_t capacity);

/* Wipes and frees a document. */
void cxml_free(cxml_document *_Nullable document);

/* Return the first node of a document, and the nodes next to a node; NULL where there is none. The parent of the root
   is NULL. */
const cxml_node *_Nullable cxml_first(const cxml_document *_Nonnull document);
const cxml_node *_Nullable cxml_first_child(const cxml_node *_Nonnull node);
const cxml_node *_Nullable cxml_next(const cxml_node *_Nonnull node);
const cxml_node *_Nullable cxml_parent(const cxml_node *_Nonnull node);

enum cxml_kind cxml_kind_of(const cxml_node *_Nonnull node);
/* Returns the local name of an element; lower case in HTML. */
const char *_Nonnull cxml_name(const cxml_node *_Nonnull node);
/* Returns the namespace of an element, or "". */
const char *_Nonnull cxml_namespace(const cxml_node *_Nonnull node);
/* Returns the characters of a text or CDATA section. */
const char *_Nonnull cxml_content(const cxml_node *_Nonnull node);
/* Returns whether the element has any attribute. */
bool cxml_has_attributes(const cxml_node *_Nonnull node);

/* Returns the value of the element's attribute that has no namespace; NULL when missing. */
const char *_Nullable cxml_attribute(const cxml_node *_Nonnull node, const char *_Nonnull name);

/* Returns the value of an attribute in a namespace; NULL when missing. */
const char *_Nullable cxml_attribute_in(
    const cxml_node *_Nonnull node, const char *_Nonnull name, const char *_Nullable namespace_uri);

/* Returns true when `text` contains `part`, ignoring ASCII case (strcasestr(3)). */
bool cxml_mentions(const char *_Nonnull text, const char *_Nonnull part);

/* Removes a node from an XML document and frees it (xmlUnlinkNode, xmlFreeNode). */
void cxml_remove(const cxml_node *_Nonnull node);

/* Writes an element of an XML document as UTF-8 (xmlNodeDump), after it has declared on it all namespaces that are in scope, so that the
 * text is a document of its own. Returns NULL when memory runs out; otherwise the caller frees the text. */
char *_Nullable cxml_write(const cxml_node *_Nonnull node, size_t *_Nonnull count);
void cxml_free_text(char *_Nonnull text);

/* Writes the canonical form of an element of an XML document (xmlC14NExecute), without `omitted` and what is below it.
 * `prefixes` are the PrefixList of the exclusive form, separated by blanks. Returns NULL when libxml2 cannot do it;
 * otherwise the caller frees the text (cxml_free_text). */
char *_Nullable cxml_canonical(
    const cxml_node *_Nonnull node, const cxml_node *_Nullable omitted, bool is_exclusive, bool keeps_comments,
    const char *_Nonnull prefixes, size_t *_Nonnull count);

#pragma GCC visibility pop
