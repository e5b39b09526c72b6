/* The structure tree of a tagged PDF, as far as a page that is read has parts of it. */
#ifndef LECTERN_STRUCTURE_H
#define LECTERN_STRUCTURE_H

#include <mupdf/fitz.h>

/* Elements deeper than this count as the one that they are in. */
#define LECTERN_MAX_DEPTH 64

typedef struct {
	fz_stext_page *page;
	fz_buffer *elements;       /* of lectern_element, each behind the one that it is in */
	fz_hash_table *numbers;    /* of the elements, by what tells them apart, plus 1 */
	int count;
	int depth;                 /* how many are open, which may be more than there is room for */
	int open[LECTERN_MAX_DEPTH];
	fz_stext_block *block;     /* the last ones when the element was opened that is; NULL where there were none */
	fz_stext_line *line;
	fz_stext_char *last;
	void (*close_device)(fz_context *, fz_device *);
} lectern_structure;

#endif
