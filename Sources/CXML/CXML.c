#define _GNU_SOURCE
#include "CXML.h"
#include "CLibraries.h"
#include "CWiping.h"
#include "CXMLPage.h"

#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/HTMLparser.h>
#include <libxml/c14n.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlmemory.h>

/* MARK: libxml2 */

#define FUNCTIONS \
    xmlMemSetup, xmlInitParser, htmlNewParserCtxt, htmlCtxtReadIO, htmlFreeParserCtxt, xmlNewParserCtxt, \
    xmlCtxtReadMemory, xmlCtxtGetLastError, xmlFreeParserCtxt, xmlFreeDoc, xmlGetNsList, xmlNewNs, \
    xmlUnlinkNode, xmlFreeNode, xmlBufferCreate, xmlNodeDump, xmlBufferLength, xmlBufferDetach, xmlBufferFree

/* libxml2 can be built without these, and only signatures need them. */
#define CANONICAL_FUNCTIONS xmlOutputBufferCreateBuffer, xmlOutputBufferClose, xmlC14NExecute

static struct { CLIBRARIES_EACH(CLIBRARIES_POINTER, FUNCTIONS, CANONICAL_FUNCTIONS) } functions;

static const char *version = "";
static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *problem;
static bool has_canonical_form;

static void open_library(void) {
    problem = CLIBRARIES_OPEN(clibraries_load, clibraries_xml2, FUNCTIONS);
    if (problem) return;
    if (functions.xmlMemSetup(cwiping_free, malloc, cwiping_realloc, cwiping_strdup)) {
        problem = "xmlMemSetup failed";
        return;
    }
    functions.xmlInitParser();
    /* This symbol is a variable, not a function. */
    const char **said = clibraries_symbol(clibraries_xml2, "xmlParserVersion");
    if (said && *said) version = *said;
    /* Here, because a confined copy of the process must not open libraries. */
    has_canonical_form = !CLIBRARIES_OPEN(clibraries_load, clibraries_xml2, CANONICAL_FUNCTIONS);
}

CLIBRARIES_HIDDEN const char *cxml_version(void) { return version; }

CLIBRARIES_HIDDEN bool cxml_load(const char **error) {
    pthread_once(&once, open_library);
    *error = problem;
    return !problem;
}

static bool is_ready(void) {
    pthread_once(&once, open_library);
    return !problem;
}

struct source {
    cxml_supply *supply;
    void *state;
};

static int read_source(void *source, char *buffer, int count) {
    const struct source *from = source;
    return count > 0 ? (int)from->supply(from->state, buffer, (size_t)count) : 0;
}

static void free_page(struct cxml_page *page) { functions.htmlFreeParserCtxt(cxml_page_free(page)); }

CLIBRARIES_HIDDEN cxml_document *cxml_read_html(cxml_supply *supply, void *state) {
    htmlParserCtxtPtr context = is_ready() ? functions.htmlNewParserCtxt() : NULL;
    if (!context) return NULL;
    /* Without XML_PARSE_HUGE the parser limits the sizes of its buffers; the caller limits the size of the page. Before
     * libxml2 2.14 htmlCtxtReadIO does not know this option, and keeps it; later it does, and replaces what is set. */
    context->options |= XML_PARSE_HUGE;
    struct cxml_page *page = cxml_page_new(context);
    if (!page) {
        functions.htmlFreeParserCtxt(context);
        return NULL;
    }
    struct source source = {supply, state};
    /* Has no nodes: cxml_page_new has replaced the functions that make them. */
    functions.xmlFreeDoc(functions.htmlCtxtReadIO(
        context, read_source, NULL, &source, NULL, "UTF-8",
        HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC |
            XML_PARSE_HUGE));
    cxml_document *document = cxml_page_finish(page);
    if (!document) free_page(page);
    return document;
}

CLIBRARIES_HIDDEN cxml_document *cxml_read_xml(const char *bytes, size_t count, char *message, size_t capacity) {
    message[0] = 0;
    if (!is_ready() || count > INT_MAX) return NULL;
    xmlParserCtxtPtr context = functions.xmlNewParserCtxt();
    if (!context) return NULL;
    /* Without NOENT and DTDLOAD, nothing external is ever read, even when a DOCTYPE gets past the caller. */
    xmlDocPtr document = functions.xmlCtxtReadMemory(
        context, bytes, (int)count, NULL, NULL,
        XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NONET | XML_PARSE_NOCDATA);
    if (!document) {
        const xmlError *error = functions.xmlCtxtGetLastError(context);
        if (error && error->message) {
            strncpy(message, error->message, capacity - 1);
            message[capacity - 1] = 0;
        }
    }
    functions.xmlFreeParserCtxt(context);
    return (cxml_document *)document;
}

CLIBRARIES_HIDDEN void cxml_free(cxml_document *document) {
    if (!document || !is_ready()) return;
    if (cxml_is_of_page(document)) free_page(cxml_page_of(document));
    else functions.xmlFreeDoc((xmlDocPtr)document);
}

/* MARK: the tree. The structures of <libxml/tree.h> are part of libxml2's ABI. */

static const xmlNode *node_of(const cxml_node *node) { return (const xmlNode *)node; }

CLIBRARIES_HIDDEN const cxml_node *cxml_first(const cxml_document *document) {
    if (cxml_is_of_page(document)) return cxml_page_first(document);
    return (const cxml_node *)((const xmlDoc *)document)->children;
}

CLIBRARIES_HIDDEN const cxml_node *cxml_first_child(const cxml_node *node) {
    if (cxml_is_of_page(node)) return cxml_page_first_child(node);
    /* Only the children of an element are tree nodes: those of a DTD are declarations, those of an entity reference are
       shared. */
    return node_of(node)->type == XML_ELEMENT_NODE ? (const cxml_node *)node_of(node)->children : NULL;
}

CLIBRARIES_HIDDEN const cxml_node *cxml_next(const cxml_node *node) {
    if (cxml_is_of_page(node)) return cxml_page_next(node);
    return (const cxml_node *)node_of(node)->next;
}

CLIBRARIES_HIDDEN const cxml_node *cxml_parent(const cxml_node *node) {
    if (cxml_is_of_page(node)) return cxml_page_parent(node);
    const xmlNode *parent = node_of(node)->parent;
    return parent && parent->type == XML_ELEMENT_NODE ? (const cxml_node *)parent : NULL;
}

CLIBRARIES_HIDDEN enum cxml_kind cxml_kind_of(const cxml_node *node) {
    if (cxml_is_of_page(node)) return cxml_page_kind_of(node);
    switch (node_of(node)->type) {
    case XML_ELEMENT_NODE: return cxml_element;
    case XML_TEXT_NODE:
    case XML_CDATA_SECTION_NODE: return cxml_text;
    case XML_DTD_NODE:
    case XML_DOCUMENT_TYPE_NODE: return cxml_doctype;
    default: return cxml_other;
    }
}

CLIBRARIES_HIDDEN const char *cxml_name(const cxml_node *node) {
    if (cxml_is_of_page(node)) return cxml_page_name(node);
    const xmlChar *name = node_of(node)->name;
    return name ? (const char *)name : "";
}

CLIBRARIES_HIDDEN const char *cxml_namespace(const cxml_node *node) {
    if (cxml_is_of_page(node) || node_of(node)->type != XML_ELEMENT_NODE) return "";
    const xmlNs *space = node_of(node)->ns;
    return space && space->href ? (const char *)space->href : "";
}

CLIBRARIES_HIDDEN const char *cxml_content(const cxml_node *node) {
    if (cxml_is_of_page(node)) return cxml_page_content(node);
    if (cxml_kind_of(node) != cxml_text) return "";
    const xmlChar *content = node_of(node)->content;
    return content ? (const char *)content : "";
}

CLIBRARIES_HIDDEN bool cxml_has_attributes(const cxml_node *node) {
    if (cxml_is_of_page(node)) return cxml_page_has_attributes(node);
    return node_of(node)->type == XML_ELEMENT_NODE && node_of(node)->properties;
}

CLIBRARIES_HIDDEN const char *cxml_attribute(const cxml_node *node, const char *name) {
    if (cxml_is_of_page(node)) return cxml_page_attribute(node, name);
    return cxml_attribute_in(node, name, NULL);
}

CLIBRARIES_HIDDEN const char *cxml_attribute_in(const cxml_node *node, const char *name, const char *namespace_uri) {
    if (cxml_is_of_page(node) || node_of(node)->type != XML_ELEMENT_NODE) return NULL;
    for (const xmlAttr *each = node_of(node)->properties; each; each = each->next) {
        const char *own = each->ns ? (const char *)each->ns->href : NULL;
        if (namespace_uri ? !own || strcmp(own, namespace_uri) != 0 : each->ns != NULL) continue;
        if (strcmp((const char *)each->name, name) != 0) continue;
        const xmlNode *value = each->children;
        if (!value || value->type != XML_TEXT_NODE || !value->content) return "";
        return (const char *)value->content;
    }
    return NULL;
}

CLIBRARIES_HIDDEN bool cxml_mentions(const char *text, const char *part) { return strcasestr(text, part) != NULL; }

/* MARK: a part of a document */

static xmlNode *changed(const cxml_node *node) { return (xmlNode *)(uintptr_t)node; }

CLIBRARIES_HIDDEN void cxml_remove(const cxml_node *node) {
    functions.xmlUnlinkNode(changed(node));
    functions.xmlFreeNode(changed(node));
}

CLIBRARIES_HIDDEN char *cxml_write(const cxml_node *node, size_t *count) {
    xmlNs **spaces = functions.xmlGetNsList(node_of(node)->doc, node_of(node));
    /* xmlNewNs does nothing for a prefix that the element declares itself. */
    for (xmlNs **each = spaces; each && *each; each++)
        functions.xmlNewNs(changed(node), (*each)->href, (*each)->prefix);
    cwiping_free(spaces);
    xmlBuffer *buffer = functions.xmlBufferCreate();
    if (!buffer) return NULL;
    char *text = NULL;
    if (functions.xmlNodeDump(buffer, node_of(node)->doc, changed(node), 0, 0) >= 0) {
        *count = (size_t)functions.xmlBufferLength(buffer);
        text = (char *)functions.xmlBufferDetach(buffer);
    }
    functions.xmlBufferFree(buffer);
    return text;
}

/* MARK: the canonical form */

/* The exclusive form repeats a namespace at each element that uses it, and asks for each of the listed prefixes at each
 * element, so a short document can have a form without end. */
enum { MOST_BYTES = 4 << 20, MOST_PREFIXES = 100 };

struct part {
    const xmlNode *top, *omitted;
    xmlBuffer *written;
    bool is_too_long;
};

/* Tells whether a node is within the part. The first members of xmlNode, xmlAttr and xmlNs are the same. */
static int is_in_part(void *state, xmlNode *node, xmlNode *parent) {
    struct part *part = state;
    if (functions.xmlBufferLength(part->written) > MOST_BYTES) part->is_too_long = true;
    if (part->is_too_long) return 0;
    /* A namespace has no parent of its own. */
    const xmlNode *each = node->type == XML_NAMESPACE_DECL ? parent : node;
    for (; each; each = each->parent) {
        if (each == part->omitted) return 0;
        if (each == part->top) return 1;
    }
    return 0;
}

CLIBRARIES_HIDDEN char *cxml_canonical(
    const cxml_node *node, const cxml_node *omitted, bool is_exclusive, bool keeps_comments, const char *prefixes,
    size_t *count) {
    if (!has_canonical_form) return NULL;
    /* The list is in one allocation with the words that it points to. */
    size_t length = strlen(prefixes);
    char **list = malloc((length / 2 + 2) * sizeof *list + length + 1);
    if (!list) return NULL;
    char *words = memcpy(list + length / 2 + 2, prefixes, length + 1), *rest = NULL;
    size_t used = 0;
    for (char *word = strtok_r(words, " \t\r\n", &rest); word; word = strtok_r(NULL, " \t\r\n", &rest)) list[used++] = word;
    list[used] = NULL;
    xmlBuffer *buffer = used <= MOST_PREFIXES ? functions.xmlBufferCreate() : NULL;
    struct part part = {node_of(node), omitted ? node_of(omitted) : NULL, buffer, false};
    xmlOutputBuffer *output = buffer ? functions.xmlOutputBufferCreateBuffer(buffer, NULL) : NULL;
    bool is_written = output &&
        functions.xmlC14NExecute(
            part.top->doc, is_in_part, &part, is_exclusive ? XML_C14N_EXCLUSIVE_1_0 : XML_C14N_1_0,
            used ? (xmlChar **)list : NULL, keeps_comments, output) >= 0;
    if (output && functions.xmlOutputBufferClose(output) < 0) is_written = false;
    char *text = NULL;
    if (is_written && !part.is_too_long) {
        *count = (size_t)functions.xmlBufferLength(buffer);
        text = (char *)functions.xmlBufferDetach(buffer);
    }
    if (buffer) functions.xmlBufferFree(buffer);
    free(list);
    return text;
}

CLIBRARIES_HIDDEN void cxml_free_text(char *text) { cwiping_free(text); }
