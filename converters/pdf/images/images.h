// Images with damaged data.
#ifndef LECTERN_IMAGES_IMAGES_H
#define LECTERN_IMAGES_IMAGES_H

#include "document/state.h"
#include "images/api.h"

#include <stdbool.h>

// Changes a device that draws a raster image so that it leaves out images that cannot be drawn.
void lectern_skip_broken_images(lectern_document *doc, fz_device *device);

// Reports whether an image decodes without an error. Results are cached by the image's data. Throws if the request was
// aborted.
bool lectern_image_is_intact(lectern_document *doc, fz_image *image);

// Reports whether the data of an image decompresses to the size of all its pixels, without creating the pixels. Throws
// if the request was aborted.
bool lectern_image_decompresses(lectern_document *doc, fz_image *image);

// Replaces the images of a damaged page that cannot be loaded by placeholders. Must be called if drawing a page failed;
// code is the error. Returns true if an image was replaced, so that drawing the page again may succeed.
bool lectern_replace_images(lectern_document *doc, int number, int code);

#endif
