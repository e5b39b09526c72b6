// Substitute fonts, for fonts that a PDF names but does not embed.
#ifndef LECTERN_FONTS_API_H
#define LECTERN_FONTS_API_H

#include "document/api.h"

// A face of a font file, and the style that MuPDF has to imitate.
typedef struct {
	int index; // of the face in a font collection
	int fake_bold, fake_italic;
} lectern_face;

// Makes MuPDF find substitute fonts with lectern_find_font and lectern_find_cjk. Both receive the parameter index. Font
// files are read when first needed. Must be called before lectern_open.
void lectern_use_fonts(lectern_document *doc, uintptr_t index);

#endif
