#ifndef LECTERN_WEBVIEW_H
#define LECTERN_WEBVIEW_H

#include <stdint.h>

// Initializes GTK and WebKit. Returns 0 if there is no display. The argument is the name of the program for the
// desktop.
int lectern_prepare(const char *name);

// Restricts access to the program in the web view of a window as soon as the web view exists. The window is a
// cgo.Handle.
void lectern_confine_soon(uintptr_t window);

// Moves and resizes the window, in pixels of the screen. The position is adjusted to the screens that exist.
void lectern_place_window(int x, int y, int width, int height, int maximised);

// Sets the zoom factor of the window; 1 is the actual size.
void lectern_zoom(double factor);

// Calls lecternPasted with answer, which is a cgo.Handle, and the URLs of the files on the clipboard. The list of URLs
// is NULL if there are no files.
void lectern_read_clipboard(uintptr_t answer);

// Shows a message box, and returns when it is closed. Does nothing if there is no display.
void lectern_alert(const char *heading, const char *text);

#endif
