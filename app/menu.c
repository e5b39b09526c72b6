//go:build linux

#include <gtk/gtk.h>
#include <webkit2/webkit2.h>

#include "menu.h"

// The menu of the window. It contains the items of the menu bar, which is hidden.
static GtkWidget *menu;

// The distances of the menu from the right edge and the upper edge of the page if it is opened by a key, in pixels
// of the page. They are the padding and the height of the row of tabs (Tabs.svelte).
#define MENU_RIGHT 8
#define MENU_TOP 42

static void find_menu_bar(GtkWidget *widget, gpointer found)
{
	if (GTK_IS_MENU_BAR(widget)) {
		*(GtkWidget **)found = widget;
	} else if (GTK_IS_CONTAINER(widget)) {
		gtk_container_forall(GTK_CONTAINER(widget), find_menu_bar, found);
	}
}

static void move_item(GtkWidget *item, gpointer bar)
{
	g_object_ref(item);
	gtk_container_remove(GTK_CONTAINER(bar), item);
	gtk_menu_shell_append(GTK_MENU_SHELL(menu), item);
	gtk_widget_show_all(item);
	g_object_unref(item);
}

// Opens the menu with its upper right corner at a point of the page, in pixels.
static void open_menu_at(int x, int y)
{
	GtkWidget *view = gtk_menu_get_attach_widget(GTK_MENU(menu));
	GdkWindow *window = gtk_widget_get_window(view);
	double zoom = webkit_web_view_get_zoom_level(WEBKIT_WEB_VIEW(view));
	GdkRectangle corner = {(int)(x * zoom), (int)(y * zoom), 1, 1};
	// GTK needs the event that opens a menu. The actual key or click is known only to the web process that runs the
	// page, so a click is simulated.
	GdkEvent *event = gdk_event_new(GDK_BUTTON_PRESS);
	event->button.window = g_object_ref(window);
	gdk_event_set_device(event, gdk_seat_get_pointer(gdk_display_get_default_seat(gdk_window_get_display(window))));
	gtk_menu_popup_at_rect(GTK_MENU(menu), window, &corner, GDK_GRAVITY_SOUTH_EAST, GDK_GRAVITY_NORTH_EAST, event);
	gdk_event_free(event);
}

static gboolean key_pressed(GtkWidget *window, GdkEventKey *event, gpointer view)
{
	if (event->keyval != GDK_KEY_F10 || (event->state & gtk_accelerator_get_default_mod_mask()) != 0) {
		return FALSE;
	}
	double zoom = webkit_web_view_get_zoom_level(WEBKIT_WEB_VIEW(view));
	open_menu_at((int)(gtk_widget_get_allocated_width(view) / zoom) - MENU_RIGHT, MENU_TOP);
	gtk_menu_shell_select_first(GTK_MENU_SHELL(menu), FALSE);
	return TRUE;
}

void lectern_replace_menu_bar(void *view)
{
	GtkWidget *window = gtk_widget_get_toplevel(view), *bar = NULL;
	gtk_container_forall(GTK_CONTAINER(window), find_menu_bar, &bar);
	if (bar == NULL) {
		return;
	}
	menu = gtk_menu_new();
	gtk_menu_attach_to_widget(GTK_MENU(menu), view, NULL);
	gtk_container_foreach(GTK_CONTAINER(bar), move_item, bar);
	gtk_widget_hide(bar);
	g_signal_connect(window, "key-press-event", G_CALLBACK(key_pressed), view);
}

static gboolean open_menu(gpointer data)
{
	int *at = data;
	if (menu != NULL) {
		open_menu_at(at[0], at[1]);
	}
	g_free(at);
	return G_SOURCE_REMOVE;
}

void lectern_open_menu(int x, int y)
{
	int at[] = {x, y};
	g_idle_add(open_menu, g_memdup2(at, sizeof at));
}
