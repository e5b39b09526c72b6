// Changes to MuPDF's device for text, and the information that they collect while a page runs on it.
#ifndef LECTERN_TEXT_DEVICE_H
#define LECTERN_TEXT_DEVICE_H

#include "document/state.h"

#include <stdbool.h>

// Makes the device use the ActualText of glyphs. Must be called before the other changes to the device.
// lectern_forget_actual_text releases the memory. Throws if it fails.
void lectern_read_actual_text(lectern_document *doc, fz_device *device, fz_stext_page *page);
void lectern_forget_actual_text(lectern_document *doc);
// Reports whether the text of the page may contain joined characters, see text.h.
bool lectern_has_joined(const lectern_document *doc);

// Makes the device record the structure element of each character. Must be called after lectern_read_actual_text.
// lectern_forget_structure releases the memory. Throws if it fails.
void lectern_read_structure(lectern_document *doc, fz_device *device, fz_stext_page *page);
void lectern_forget_structure(lectern_document *doc);
// Returns the elements of the page, each after its parent, as an array of lectern_element.
fz_buffer *lectern_elements(const lectern_document *doc);
// Returns the number of the element of a character; 0 for none.
int lectern_element_of(const lectern_document *doc, const fz_stext_char *ch);
// Begin and end the replacement of the characters that were added last. The new characters keep the structure element
// of the old ones.
void lectern_begin_replacing(lectern_document *doc);
void lectern_end_replacing(lectern_document *doc);

// Makes the device append each character for which a substitute font has no glyph to the buffer, as int32_t. Must be
// called after lectern_convert_gray.
void lectern_record_missing(lectern_document *doc, fz_device *device, fz_buffer *missing);
// Records the characters of a line that are in LibreOffice's fallback font, or in a font that cannot join them.
void lectern_record_missing_in_line(lectern_document *doc, const fz_stext_line *line);

// The previous receiver of MuPDF's warnings.
typedef struct {
	fz_warning_cb *callback;
	void *user;
} lectern_warning_receiver;

// Counts warnings about lost content as content errors of the request, until lectern_restore_warnings is called.
lectern_warning_receiver lectern_count_warnings(lectern_document *doc);
void lectern_restore_warnings(lectern_document *doc, lectern_warning_receiver before);
// Adds the page's truncated content streams to the content errors, if some stream ended early while the page was read.
void lectern_count_truncated(lectern_document *doc, int page);

#endif
