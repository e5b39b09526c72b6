#ifndef LECTERN_WEBVIEW_H
#define LECTERN_WEBVIEW_H

#include <stdint.h>

// Confines the web view of a window, which is a handle of Go's, as soon as it is there.
void lectern_confine_soon(uintptr_t window);

#endif
