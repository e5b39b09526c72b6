// Records the structure element of each character of a tagged PDF.
//
// MuPDF's device for text can collect the structure as a tree of blocks, but then it splits lines at each point where
// an element begins. So the elements are kept separately, and each character stores the number of its element in the
// field of its color, which is not used.
#include "text/api.h"
#include "text/device.h"
#include "text/text.h"

#include <string.h>

// An element deeper than this counts as its ancestor at this depth.
#define MAX_DEPTH 64
// Limit of the elements of a page. Further elements count as their parents.
#define MAX_ELEMENTS 65536

// The key of an element.
typedef struct {
	int parent, kind, index;
} element_key;

// The part of the structure tree on the page that is being read.
typedef struct lectern_structure {
	fz_stext_page *page;
	fz_buffer *elements;    // array of lectern_element, each after its parent
	fz_hash_table *numbers; // maps the keys of elements to their numbers
	int count;
	int depth; // number of open elements, which may exceed MAX_DEPTH
	int open[MAX_DEPTH];
	lectern_position start; // position where the open element began
	void (*close_device)(fz_context *, fz_device *);
} lectern_structure;

static lectern_structure *structure_of(fz_context *ctx)
{
	return ((lectern_document *)fz_user_context(ctx))->structure;
}

static void number_line(fz_stext_char *first, int number)
{
	for (fz_stext_char *ch = first; ch; ch = ch->next)
		ch->argb = number;
}

static void number_block(const fz_stext_block *block, fz_stext_line *first, int number)
{
	if (block->type == FZ_STEXT_BLOCK_TEXT)
		for (fz_stext_line *line = first; line; line = line->next)
			number_line(line->first_char, number);
}

// Returns the number of the open element; 0 for none.
static int open_element(const lectern_structure *s)
{
	int depth = fz_mini(s->depth, MAX_DEPTH);

	return depth ? s->open[depth - 1] : 0;
}

// Sets the number of the open element on the characters that were added since the last call.
static void number_new_chars(lectern_structure *s)
{
	lectern_position start = s->start;
	int number = open_element(s);

	if (start.line) {
		number_line(start.last ? start.last->next : start.line->first_char, number);
		number_block(start.block, start.line->next, number);
	}
	for (fz_stext_block *block = start.block ? start.block->next : s->page->first_block; block; block = block->next)
		number_block(block, block->type == FZ_STEXT_BLOCK_TEXT ? block->u.t.first_line : NULL, number);
	s->start = lectern_end_position(s->page);
}

void lectern_begin_replacing(lectern_document *doc)
{
	number_new_chars(doc->structure);
}

void lectern_end_replacing(lectern_document *doc)
{
	doc->structure->start = lectern_end_position(doc->structure->page);
}

// Returns the number of an element, which is the same each time that it is opened.
static int number_of(fz_context *ctx, lectern_structure *s, element_key element)
{
	size_t known = (size_t)fz_hash_find(ctx, s->numbers, &element);
	lectern_element out = {element.parent, element.kind, element.index};

	if (known)
		return known;
	if (s->count == MAX_ELEMENTS)
		return element.parent;
	fz_append_data(ctx, s->elements, &out, sizeof out);
	s->count++;
	fz_hash_insert(ctx, s->numbers, &element, (void *)(size_t)s->count);
	return s->count;
}

// Returns the kind of an element. Titles are standard elements since PDF 2.0. Before that version, programs used their
// own element types for titles.
static int kind_of(fz_structure kind, const char *raw)
{
	if (raw && !strcmp(raw, "Title"))
		return LECTERN_HEADING_1;
	switch (kind) {
	case FZ_STRUCTURE_ARTIFACT:
		return LECTERN_ARTIFACT;
	case FZ_STRUCTURE_P:
	case FZ_STRUCTURE_TOCI:
	case FZ_STRUCTURE_BLOCKQUOTE:
	case FZ_STRUCTURE_NOTE:
	case FZ_STRUCTURE_FENOTE:
	case FZ_STRUCTURE_BIBENTRY:
		return LECTERN_PARAGRAPH;
	case FZ_STRUCTURE_H:
		return LECTERN_HEADING;
	case FZ_STRUCTURE_TITLE:
		return LECTERN_HEADING_1;
	case FZ_STRUCTURE_H1:
	case FZ_STRUCTURE_H2:
	case FZ_STRUCTURE_H3:
	case FZ_STRUCTURE_H4:
	case FZ_STRUCTURE_H5:
	case FZ_STRUCTURE_H6:
		return LECTERN_HEADING_1 + (kind - FZ_STRUCTURE_H1);
	case FZ_STRUCTURE_SECT:
		return LECTERN_SECTION;
	case FZ_STRUCTURE_LIST:
		return LECTERN_LIST;
	case FZ_STRUCTURE_LISTITEM:
		return LECTERN_ITEM;
	case FZ_STRUCTURE_TABLE:
		return LECTERN_TABLE;
	case FZ_STRUCTURE_TR:
		return LECTERN_ROW;
	case FZ_STRUCTURE_TH:
	case FZ_STRUCTURE_TD:
		return LECTERN_CELL;
	case FZ_STRUCTURE_CAPTION:
		return LECTERN_CAPTION;
	default:
		return LECTERN_INLINE;
	}
}

static void begin_structure(fz_context *ctx, fz_device *device, fz_structure kind, const char *raw, int index)
{
	lectern_structure *s = structure_of(ctx);

	(void)device;
	number_new_chars(s);
	if (s->depth < MAX_DEPTH)
		s->open[s->depth] = number_of(ctx, s, (element_key){open_element(s), kind_of(kind, raw), index});
	s->depth++;
}

static void end_structure(fz_context *ctx, fz_device *device)
{
	lectern_structure *s = structure_of(ctx);

	(void)device;
	number_new_chars(s);
	if (s->depth > 0)
		s->depth--;
}

// Numbers the last characters before MuPDF sorts them.
static void close_device(fz_context *ctx, fz_device *device)
{
	lectern_structure *s = structure_of(ctx);

	number_new_chars(s);
	s->close_device(ctx, device);
}

void lectern_read_structure(lectern_document *doc, fz_device *device, fz_stext_page *page)
{
	lectern_structure *s = doc->structure = fz_malloc_struct(doc->ctx, lectern_structure);

	s->page = page;
	s->elements = fz_new_buffer(doc->ctx, 0);
	s->numbers = fz_new_hash_table(doc->ctx, 64, sizeof(element_key), -1, NULL);
	s->close_device = device->close_device;
	device->close_device = close_device;
	device->begin_structure = begin_structure;
	device->end_structure = end_structure;
}

void lectern_forget_structure(lectern_document *doc)
{
	lectern_structure *s = doc->structure;

	if (!s)
		return;
	fz_drop_buffer(doc->ctx, s->elements);
	fz_drop_hash_table(doc->ctx, s->numbers);
	fz_free(doc->ctx, s);
	doc->structure = NULL;
}

fz_buffer *lectern_elements(const lectern_document *doc)
{
	return doc->structure->elements;
}

// Returns 0 for characters that have no number; their color field still contains a color.
int lectern_element_of(const lectern_document *doc, const fz_stext_char *ch)
{
	int number = (int)ch->argb;

	return number > 0 && number <= doc->structure->count ? number : 0;
}
