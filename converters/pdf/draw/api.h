// Functions that Go calls to draw a page.
#ifndef LECTERN_DRAW_API_H
#define LECTERN_DRAW_API_H

#include "document/api.h"

// Returns a page as SVG. Pages count from 0. Ids in the SVG start at first_id. Returns LECTERN_TOO_LARGE if the SVG
// exceeds the limit.
int lectern_svg(lectern_document *doc, int page, int first_id, lectern_bytes *out);
// Returns a page as PNG. *scale is the number of pixels per point; it is reduced if the image would exceed the limit of
// pixels.
int lectern_png(lectern_document *doc, int page, float *scale, lectern_bytes *out);

#endif
