#ifndef LECTERN_WEBVIEW_H
#define LECTERN_WEBVIEW_H

#include <stdint.h>

// Confines the web view of a window, which is a handle of Go's, as soon as it is there.
void lectern_confine_soon(uintptr_t window);

// Puts the window to a place on the screens, in their pixels, as far as they are there.
void lectern_put_window(int x, int y, int width, int height, int maximised);

// Shows all in the window larger or smaller; 1 is its actual size.
void lectern_zoom(double factor);

// Calls lecternPasted with an answer, which is a handle of Go's, and the addresses of the files on
// the clipboard, NULL where there are none.
void lectern_read_clipboard(uintptr_t answer);

// Shows a box with a heading and a text until it is closed. Where no display answers, it shows none.
void lectern_alert(const char *heading, const char *text);

#endif
