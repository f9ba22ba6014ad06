#define _GNU_SOURCE
#include "CXMLPage.h"
#include "CWiping.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* MARK: Memory */

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

/* MARK: Building */

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

struct cxml_page *cxml_page_new(htmlParserCtxtPtr context) {
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

cxml_document *cxml_page_finish(struct cxml_page *page) {
    add_text(page);
    return page->is_out_of_memory ? NULL : (cxml_document *)((uintptr_t)page | 1);
}

struct cxml_page *cxml_page_of(cxml_document *document) { return (struct cxml_page *)((uintptr_t)document & ~(uintptr_t)1); }

htmlParserCtxtPtr cxml_page_free(struct cxml_page *page) {
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

/* MARK: Reading */

static const struct node *inside(const cxml_node *node) { return (const struct node *)((uintptr_t)node & ~(uintptr_t)1); }

static const cxml_node *outside(const struct node *node) { return node ? (const cxml_node *)((uintptr_t)node | 1) : NULL; }

static const struct element *element_of(const cxml_node *node) {
    return inside(node)->name ? (const struct element *)inside(node) : NULL;
}

const cxml_node *cxml_page_first(const cxml_document *document) {
    return outside(cxml_page_of((cxml_document *)(uintptr_t)document)->first);
}

const cxml_node *cxml_page_first_child(const cxml_node *node) {
    const struct element *element = element_of(node);
    return element ? outside(element->first) : NULL;
}

const cxml_node *cxml_page_next(const cxml_node *node) { return outside(inside(node)->next); }

const cxml_node *cxml_page_parent(const cxml_node *node) { return outside(inside(node)->parent); }

enum cxml_kind cxml_page_kind_of(const cxml_node *node) { return inside(node)->name ? cxml_element : cxml_text; }

const char *cxml_page_name(const cxml_node *node) { return inside(node)->name ? inside(node)->name : "text"; }

const char *cxml_page_content(const cxml_node *node) {
    return inside(node)->name ? "" : ((const struct text *)inside(node))->characters;
}

bool cxml_page_has_attributes(const cxml_node *node) {
    const struct element *element = element_of(node);
    return element && element->attributes;
}

const char *cxml_page_attribute(const cxml_node *node, const char *name) {
    const struct element *element = element_of(node);
    for (const struct attribute *each = element ? element->attributes : NULL; each; each = each->next)
        if (strcmp(each->name, name) == 0) return each->value;
    return NULL;
}
