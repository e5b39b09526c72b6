// Functions that Go calls to check the images of a page.
#ifndef LECTERN_IMAGES_API_H
#define LECTERN_IMAGES_API_H

#include "document/api.h"

// Sets *broken to 1 if the page (numbered from 0) draws an image whose data cannot be decoded completely.
int lectern_find_broken_images(lectern_document *doc, int page, int *broken);

#endif
