// Conversion of gray to RGB without color management.
#ifndef LECTERN_DRAW_GRAY_H
#define LECTERN_DRAW_GRAY_H

#include "document/state.h"

// Changes a device for SVG or text so that it converts gray to RGB without color management. The resulting colors are
// the same as with color management.
void lectern_convert_gray(lectern_document *doc, fz_device *device);

#endif
