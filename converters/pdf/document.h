/* What the C files of this package share. */
#ifndef LECTERN_DOCUMENT_H
#define LECTERN_DOCUMENT_H

#include <stdio.h>

#include "actualtext.h"
#include "lectern_pdf.h"
#include "mupdf_pdf.h"
#include "structure.h"

struct lectern_document {
	fz_context *ctx;
	fz_document *fz;
	FILE *file;
	uintptr_t index; /* Go's handle of the fonts for those that are not embedded */
	int pages;
	int said; /* how many pages it says that it has, where it has fewer; else 0 */
	lectern_limits limits;
	int names_pruned; /* once it is done */
	fz_cookie cookie;
	fz_device plain; /* what the device does that draws, see gray.c */
	fz_device below; /* what the one does that reads text, see unseen.c */
	fz_device drawing; /* what the device does that draws an image, see leaveout.c */
	lectern_actual actual; /* while a page's text is read */
	lectern_structure structure; /* the same */
	fz_buffer *unseen; /* the characters that are noted, while a page is read */
	fz_hash_table *pictures; /* those that were looked at, by their data; NULL where none was */
	int pictures_known;
	fz_image *nothing; /* comes in the place of those that do not load, see unloadable.c; NULL where none has */
	int ended_early; /* data that was unpacked since mistakes are heard */
	char message[256];
};

/* Within fz_catch: keeps the message and gives the LECTERN_ code. */
int lectern_caught(lectern_document *doc);

/* Within fz_catch: reports whether there was no memory for something that some machine might have memory for. */
int lectern_caught_no_memory(lectern_document *doc);

/* How a page is shown: points of the document's own times scale are the points that everybody else
 * sees. It is less than 1 for a page that is larger than pages may be. */
typedef struct {
	fz_matrix ctm; /* from the page's space, with its corner at the origin */
	float scale, width, height;
} lectern_view;

lectern_view lectern_view_of(lectern_document *doc, fz_rect bounds);

/* Says how many pages there are; above the limit, it may be any number above. A tree that says
 * more than it has, or what cannot be, is mended. Throws. */
int lectern_count_pages(lectern_document *doc);

/* Has names looked up in bounded time. Done before the first is. Throws when the request was aborted. */
void lectern_prune_names(lectern_document *doc);

/* The scale of a page, without loading it. */
float lectern_page_scale(lectern_document *doc, int page);

/* Has MuPDF's device for text read what glyphs stand for from ActualText. Before the others that change what it does; each
 * has an end with lectern_forget_actual. */
void lectern_read_actual(lectern_document *doc, fz_device *device, fz_stext_page *page);
void lectern_forget_actual(lectern_document *doc);
/* Has MuPDF's device for text note which element each character is in, as its argb. After lectern_read_actual, and ended by
 * lectern_forget_structure. Throws. */
void lectern_read_structure(lectern_document *doc, fz_device *device, fz_stext_page *page);
void lectern_forget_structure(lectern_document *doc);
/* Around what takes the last characters out of a page that is read, or puts others in their place: those have their
 * elements before it, and what follows it is seen as new. */
void lectern_begin_settling(lectern_document *doc);
void lectern_end_settling(lectern_document *doc);
/* Puts the pieces of what was read in the order that they have on the page. Before MuPDF turns lines around. */
void lectern_order_text(fz_context *ctx, fz_stext_page *page);
/* Gives the characters of a line that was read so their order and runes. */
void lectern_part_joined(fz_stext_line *line);

/* Has MuPDF's device for SVG or text take gray for what it is, with the same result. */
void lectern_show_gray(lectern_document *doc, fz_device *device);

/* Has a device for text, on which lectern_show_gray was called, note in the buffer which characters the substitutes of
 * fonts lack, as int32_t. */
void lectern_note_unseen(lectern_document *doc, fz_device *device, fz_buffer *unseen);
/* Notes the characters of a line that are in the font of last resort, or in one that cannot join them. */
void lectern_note_line(lectern_document *doc, const fz_stext_line *line);

/* Makes MuPDF's device that draws an image leave out pictures that cannot be drawn. */
void lectern_leave_out_pictures(lectern_document *doc, fz_device *device);
/* Replaces pictures of a page, which counts from 0, that end its drawing before they are begun, and returns how many. */
int lectern_replace_unloadable(lectern_document *doc, int number);
/* Reports whether it is worth drawing a page once more that ended with a code, as pictures of it were replaced. */
int lectern_draws_again(lectern_document *doc, int number, int code);
/* Reports whether the data of a picture unpacks to all its pixels, without making them. Throws when the request was aborted. */
int lectern_picture_unpacks(lectern_document *doc, fz_image *image);

/* A walk through what the resources of pages lead to. The caller sets the first fields; the functions may be NULL, and get
 * each object once that has a number. They may throw. */
typedef struct {
	lectern_document *doc;
	int most; /* dictionaries, fonts, drawings and states that are looked at */
	void (*on_font)(void *user, pdf_obj *font);
	void (*on_picture)(void *user, pdf_obj *picture);
	void *user;
	unsigned char *seen; /* by object number */
	int objects;
	int visits, annotations;
	pdf_obj **stack; /* resource dictionaries, kept, to look at */
	int depth, room;
} lectern_walk;

/* Begins a walk, which lectern_end_walk ends in any case. Throws. */
void lectern_begin_walk(lectern_walk *walk);
/* Walks through a page, which counts from 0. Throws. */
void lectern_walk_page(lectern_walk *walk, int number);
void lectern_end_walk(lectern_walk *walk);

/* Who hears MuPDF's warnings. */
typedef struct {
	fz_warning_cb *callback;
	void *user;
} lectern_hearing;

/* Counts what is told by warnings alone among the mistakes of the request, until the one who heard them before does so again. */
lectern_hearing lectern_hear_mistakes(lectern_document *doc);
void lectern_stop_hearing(lectern_document *doc, lectern_hearing before);
/* Counts what draws a page and is cut off, where data was heard to end early while it was read. */
void lectern_look_for_cut(lectern_document *doc, int page);

/* Throws when the request was aborted. */
void lectern_throw_if_aborted(lectern_document *doc);

/* The buffer's bytes, which out owns from then on, too. */
void lectern_keep_bytes(lectern_document *doc, fz_buffer *buffer, lectern_bytes *out);

/* Appends an entry whose place in the document or address is that of uri, which may be NULL. */
void lectern_append_entry(lectern_document *doc, fz_buffer *buffer, lectern_entry entry, const char *text, const char *uri);

#endif
