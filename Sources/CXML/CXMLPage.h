#pragma once

/* The tree of an HTML page. Its nodes take a third of the memory of libxml2's: a page of 4 MB has 300,000 of them. */

#include "CXML.h"

#include <stdint.h>
#include <libxml/HTMLparser.h>

#pragma GCC visibility push(hidden)

struct cxml_page;

/* The nodes of a page have an odd address outside of CXMLPage.c, and those of libxml2 an even one. */
static inline bool cxml_is_of_page(const void *pointer) { return (uintptr_t)pointer & 1; }

/* Lets the parser build a page in place of a tree of libxml2. Returns NULL when memory runs out. */
struct cxml_page *cxml_page_new(htmlParserCtxtPtr context);
/* Returns the page as a document after parsing; NULL when memory ran out. */
cxml_document *cxml_page_finish(struct cxml_page *page);
/* Wipes and frees the page. Returns its parser, which owns the names, and which the caller frees. */
htmlParserCtxtPtr cxml_page_free(struct cxml_page *page);
struct cxml_page *cxml_page_of(cxml_document *document);

/* See the functions of these names in CXML.h. */
const cxml_node *cxml_page_first(const cxml_document *document);
const cxml_node *cxml_page_first_child(const cxml_node *node);
const cxml_node *cxml_page_next(const cxml_node *node);
const cxml_node *cxml_page_parent(const cxml_node *node);
enum cxml_kind cxml_page_kind_of(const cxml_node *node);
const char *cxml_page_name(const cxml_node *node);
const char *cxml_page_content(const cxml_node *node);
bool cxml_page_has_attributes(const cxml_node *node);
const char *cxml_page_attribute(const cxml_node *node, const char *name);

#pragma GCC visibility pop
