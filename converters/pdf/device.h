// Changes to MuPDF's devices, and what they need to know while they run a page.
#ifndef LECTERN_DEVICE_H
#define LECTERN_DEVICE_H

#include "document.h"

// Makes a device for SVG or text convert gray without colour management, with the same result.
void lectern_show_gray(lectern_document *doc, fz_device *device);

// Makes a device that draws an image leave out pictures that cannot be drawn.
void lectern_leave_out_pictures(lectern_document *doc, fz_device *device);

// Reports whether a picture decodes. The results are cached by the picture's data. Throws if the request was aborted.
int lectern_picture_is_whole(lectern_document *doc, fz_image *image);

// Reports whether the data of a picture unpacks to all its pixels, without making them. Throws if the request was
// aborted.
int lectern_picture_unpacks(lectern_document *doc, fz_image *image);

// Makes a device for text read the ActualText of glyphs. Called before the other changes to it. lectern_forget_actual
// releases what it needs. Throws.
void lectern_read_actual(lectern_document *doc, fz_device *device, fz_stext_page *page);
void lectern_forget_actual(lectern_document *doc);
// Reports whether the text of the page may contain joined characters, see text.h.
int lectern_has_joined(const lectern_document *doc);

// Makes a device for text note the element of each character. Called after lectern_read_actual.
// lectern_forget_structure releases what it needs. Throws.
void lectern_read_structure(lectern_document *doc, fz_device *device, fz_stext_page *page);
void lectern_forget_structure(lectern_document *doc);
// Returns the elements of the page, each after its parent, as an array of lectern_element.
fz_buffer *lectern_elements(const lectern_document *doc);
// Returns the number of the element of a character; 0 for none.
int lectern_element_of(const lectern_document *doc, const fz_stext_char *ch);
// Surround a change to the last characters of a page: the new ones get no element of their own.
void lectern_begin_settling(lectern_document *doc);
void lectern_end_settling(lectern_document *doc);

// Makes a device for text, on which lectern_show_gray was called, note in the buffer which characters the substitutes
// of fonts lack, as int32_t.
void lectern_note_unseen(lectern_document *doc, fz_device *device, fz_buffer *unseen);
// Notes the characters of a line that are in the font of last resort, or in one that cannot join them.
void lectern_note_line(lectern_document *doc, const fz_stext_line *line);

// The receiver of MuPDF's warnings.
typedef struct {
	fz_warning_cb *callback;
	void *user;
} lectern_hearing;

// Counts warnings that mean missing content among the mistakes of the request, until lectern_stop_hearing restores the
// previous receiver.
lectern_hearing lectern_hear_mistakes(lectern_document *doc);
void lectern_stop_hearing(lectern_document *doc, lectern_hearing before);
// Counts the content streams of a page that are cut off, if some data ended early while the page was read.
void lectern_look_for_cut(lectern_document *doc, int page);

#endif
