#ifndef LECTERN_MENU_H
#define LECTERN_MENU_H

// Moves the items of the menu bar to a menu that opens with F10 or lectern_open_menu, and hides the menu bar. The view
// is the web view of the window.
void lectern_replace_menu_bar(void *view);

// Opens the menu with its upper right corner at a point of the page, in pixels.
void lectern_open_menu(int x, int y);

#endif
