#define _GNU_SOURCE
#include "CXML.h"
#include "CLibraries.h"
#include "CWiping.h"

#include <limits.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/HTMLparser.h>
#include <libxml/c14n.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlmemory.h>

/* MARK: Pages

 * The tree of an HTML page. Its nodes take a third of the memory of libxml2's: a page of 4 MB has 300,000 of them. They
 * have an odd address outside of this part, and those of libxml2 an even one. */

static bool is_of_page(const void *pointer) { return (uintptr_t)pointer & 1; }

enum { first_block = 16 << 10, largest_block = 256 << 10 };

/* Memory for nodes, freed with the page. */
struct block {
    struct block *before;
    size_t used, size;
    alignas(8) char bytes[];
};

/* Followed by the value and a NUL. */
struct attribute {
    const struct attribute *next;
    const char *name;
    char value[];
};

/* A text has no name, and its characters and a NUL follow `name`. */
struct node {
    const struct node *parent, *next;
    const char *name;
};

struct element {
    struct node node;
    const struct node *first;
    const struct attribute *attributes;
};

struct text {
    struct node node;
    char characters[];
};

struct cxml_page {
    htmlParserCtxtPtr context;
    struct block *blocks;
    const struct node *first;
    /* The innermost open element, and the node after which the next one is added: its last child; NULL for none. */
    struct element *open;
    struct node *last;
    /* The characters of the text that is being read. The parser hands them over in pieces. */
    char *pending;
    size_t pending_count, pending_size;
    bool is_out_of_memory;
};

static void *take(struct cxml_page *page, size_t count) {
    count = (count + 7) & ~(size_t)7;
    struct block *block = page->blocks;
    if (!block || block->size - block->used < count) {
        size_t size = block ? block->size * 2 : first_block;
        if (size > largest_block) size = largest_block;
        if (size < count) size = count;
        block = malloc(sizeof *block + size);
        if (!block) {
            page->is_out_of_memory = true;
            return NULL;
        }
        *block = (struct block){.before = page->blocks, .size = size};
        page->blocks = block;
    }
    void *start = block->bytes + block->used;
    block->used += count;
    return start;
}

/* MARK: Building pages */

static void add(struct cxml_page *page, struct node *node) {
    node->parent = page->open ? &page->open->node : NULL;
    node->next = NULL;
    if (page->last) page->last->next = node;
    else if (page->open) page->open->first = node;
    else page->first = node;
    page->last = node;
}

static void add_text(struct cxml_page *page) {
    if (page->pending_count == 0) return;
    size_t count = page->pending_count;
    page->pending_count = 0;
    struct text *text = take(page, sizeof *text + count + 1);
    if (!text) return;
    text->node.name = NULL;
    memcpy(text->characters, page->pending, count);
    text->characters[count] = 0;
    add(page, &text->node);
}

static struct cxml_page *page_of(void *context) { return ((htmlParserCtxtPtr)context)->_private; }

static void characters(void *context, const xmlChar *bytes, int count) {
    struct cxml_page *page = page_of(context);
    /* Text outside of the root is dropped, as libxml2 does. */
    if (!page->open || count <= 0) return;
    size_t needed = page->pending_count + (size_t)count;
    if (needed > page->pending_size) {
        size_t size = needed > 2048 ? needed * 2 : 4096;
        char *grown = cwiping_realloc(page->pending, size);
        if (!grown) {
            page->is_out_of_memory = true;
            return;
        }
        page->pending = grown;
        page->pending_size = size;
    }
    /* Drops control characters, as libxml2 before 2.14 does. */
    for (int index = 0; index < count; index++) {
        const xmlChar byte = bytes[index];
        if (byte >= 0x20 || (byte >= '\t' && byte <= '\r' && byte != '\v')) page->pending[page->pending_count++] = (char)byte;
    }
}

static void start(void *context, const xmlChar *name, const xmlChar **attributes) {
    struct cxml_page *page = page_of(context);
    add_text(page);
    struct element *element = take(page, sizeof *element);
    if (!element) return;
    *element = (struct element){.node.name = (const char *)name};
    const struct attribute **place = &element->attributes;
    for (; attributes && *attributes; attributes += 2) {
        const char *value = attributes[1] ? (const char *)attributes[1] : "";
        size_t count = strlen(value) + 1;
        struct attribute *attribute = take(page, sizeof *attribute + count);
        if (!attribute) return;
        attribute->next = NULL;
        attribute->name = (const char *)attributes[0];
        memcpy(attribute->value, value, count);
        *place = attribute;
        place = &attribute->next;
    }
    add(page, &element->node);
    page->open = element;
    page->last = NULL;
}

static void end(void *context, const xmlChar *name) {
    (void)name;
    struct cxml_page *page = page_of(context);
    add_text(page);
    if (!page->open) return;
    page->last = &page->open->node;
    page->open = (struct element *)(uintptr_t)page->open->node.parent;
}

/* Lets the parser build a page in place of a tree of libxml2. Returns NULL when memory runs out. */
static struct cxml_page *cxml_page_new(htmlParserCtxtPtr context) {
    struct cxml_page *page = calloc(1, sizeof *page);
    if (!page) return NULL;
    page->context = context;
    context->_private = page;
    context->sax->startElement = start;
    context->sax->endElement = end;
    context->sax->characters = characters;
    context->sax->ignorableWhitespace = characters;
    context->sax->cdataBlock = characters;
    context->sax->comment = NULL;
    context->sax->processingInstruction = NULL;
    context->sax->internalSubset = NULL;
    return page;
}

/* Returns the page as a document after parsing; NULL when memory ran out. */
static cxml_document *cxml_page_finish(struct cxml_page *page) {
    add_text(page);
    return page->is_out_of_memory ? NULL : (cxml_document *)((uintptr_t)page | 1);
}

static struct cxml_page *cxml_page_of(cxml_document *document) { return (struct cxml_page *)((uintptr_t)document & ~(uintptr_t)1); }

/* Wipes and frees the page. Returns its parser, which owns the names, and which the caller frees. */
static htmlParserCtxtPtr cxml_page_free(struct cxml_page *page) {
    htmlParserCtxtPtr context = page->context;
    for (struct block *block = page->blocks, *before; block; block = before) {
        before = block->before;
        explicit_bzero(block->bytes, block->used);
        free(block);
    }
    cwiping_free(page->pending);
    free(page);
    return context;
}

/* MARK: Reading pages: see the functions of these names in CXML.h. */

static const struct node *inside(const cxml_node *node) { return (const struct node *)((uintptr_t)node & ~(uintptr_t)1); }

static const cxml_node *outside(const struct node *node) { return node ? (const cxml_node *)((uintptr_t)node | 1) : NULL; }

static const struct element *element_of(const cxml_node *node) {
    return inside(node)->name ? (const struct element *)inside(node) : NULL;
}

static const cxml_node *cxml_page_first(const cxml_document *document) {
    return outside(cxml_page_of((cxml_document *)(uintptr_t)document)->first);
}

static const cxml_node *cxml_page_first_child(const cxml_node *node) {
    const struct element *element = element_of(node);
    return element ? outside(element->first) : NULL;
}

static const cxml_node *cxml_page_next(const cxml_node *node) { return outside(inside(node)->next); }

static const cxml_node *cxml_page_parent(const cxml_node *node) { return outside(inside(node)->parent); }

static enum cxml_kind cxml_page_kind_of(const cxml_node *node) { return inside(node)->name ? cxml_element : cxml_text; }

static const char *cxml_page_name(const cxml_node *node) { return inside(node)->name ? inside(node)->name : "text"; }

static const char *cxml_page_content(const cxml_node *node) {
    return inside(node)->name ? "" : ((const struct text *)inside(node))->characters;
}

static bool cxml_page_has_attributes(const cxml_node *node) {
    const struct element *element = element_of(node);
    return element && element->attributes;
}

static const char *cxml_page_attribute(const cxml_node *node, const char *name) {
    const struct element *element = element_of(node);
    for (const struct attribute *each = element ? element->attributes : NULL; each; each = each->next)
        if (strcmp(each->name, name) == 0) return each->value;
    return NULL;
}

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
    if (is_of_page(document)) free_page(cxml_page_of(document));
    else functions.xmlFreeDoc((xmlDocPtr)document);
}

/* MARK: the tree. The structures of <libxml/tree.h> are part of libxml2's ABI. */

static const xmlNode *node_of(const cxml_node *node) { return (const xmlNode *)node; }

CLIBRARIES_HIDDEN const cxml_node *cxml_first(const cxml_document *document) {
    if (is_of_page(document)) return cxml_page_first(document);
    return (const cxml_node *)((const xmlDoc *)document)->children;
}

CLIBRARIES_HIDDEN const cxml_node *cxml_first_child(const cxml_node *node) {
    if (is_of_page(node)) return cxml_page_first_child(node);
    /* Only the children of an element are tree nodes: those of a DTD are declarations, those of an entity reference are
       shared. */
    return node_of(node)->type == XML_ELEMENT_NODE ? (const cxml_node *)node_of(node)->children : NULL;
}

CLIBRARIES_HIDDEN const cxml_node *cxml_next(const cxml_node *node) {
    if (is_of_page(node)) return cxml_page_next(node);
    return (const cxml_node *)node_of(node)->next;
}

CLIBRARIES_HIDDEN const cxml_node *cxml_parent(const cxml_node *node) {
    if (is_of_page(node)) return cxml_page_parent(node);
    const xmlNode *parent = node_of(node)->parent;
    return parent && parent->type == XML_ELEMENT_NODE ? (const cxml_node *)parent : NULL;
}

CLIBRARIES_HIDDEN enum cxml_kind cxml_kind_of(const cxml_node *node) {
    if (is_of_page(node)) return cxml_page_kind_of(node);
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
    if (is_of_page(node)) return cxml_page_name(node);
    const xmlChar *name = node_of(node)->name;
    return name ? (const char *)name : "";
}

CLIBRARIES_HIDDEN const char *cxml_namespace(const cxml_node *node) {
    if (is_of_page(node) || node_of(node)->type != XML_ELEMENT_NODE) return "";
    const xmlNs *space = node_of(node)->ns;
    return space && space->href ? (const char *)space->href : "";
}

CLIBRARIES_HIDDEN const char *cxml_content(const cxml_node *node) {
    if (is_of_page(node)) return cxml_page_content(node);
    if (cxml_kind_of(node) != cxml_text) return "";
    const xmlChar *content = node_of(node)->content;
    return content ? (const char *)content : "";
}

CLIBRARIES_HIDDEN bool cxml_has_attributes(const cxml_node *node) {
    if (is_of_page(node)) return cxml_page_has_attributes(node);
    return node_of(node)->type == XML_ELEMENT_NODE && node_of(node)->properties;
}

CLIBRARIES_HIDDEN const char *cxml_attribute(const cxml_node *node, const char *name) {
    if (is_of_page(node)) return cxml_page_attribute(node, name);
    return cxml_attribute_in(node, name, NULL);
}

CLIBRARIES_HIDDEN const char *cxml_attribute_in(const cxml_node *node, const char *name, const char *namespace_uri) {
    if (is_of_page(node) || node_of(node)->type != XML_ELEMENT_NODE) return NULL;
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
