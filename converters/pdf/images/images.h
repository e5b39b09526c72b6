// Images with damaged data.
#ifndef LECTERN_IMAGES_IMAGES_H
#define LECTERN_IMAGES_IMAGES_H

#include "document/state.h"
#include "images/api.h"

// Changes a device that draws a raster image so that it leaves out images that cannot be drawn.
void lectern_skip_broken_images(lectern_document *doc, fz_device *device);

// Reports whether an image decodes without an error. Results are cached by the image's data. Throws if the request was
// aborted.
int lectern_image_is_whole(lectern_document *doc, fz_image *image);

// Reports whether the data of an image decompresses to the size of all its pixels, without creating the pixels. Throws
// if the request was aborted.
int lectern_image_unpacks(lectern_document *doc, fz_image *image);

// Reports whether to draw a page again after it failed with code, because images of it were replaced by placeholders.
int lectern_replaced_images(lectern_document *doc, int number, int code);

#endif
