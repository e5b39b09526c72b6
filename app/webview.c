//go:build linux

#include <stdlib.h>

#include <gtk/gtk.h>
#include <webkit2/webkit2.h>

#include "_cgo_export.h"
#include "menu.h"
#include "webview.h"

// The URL pattern of the window's page.
static const char page[] = "wails://wails/";
static const char *const pages[] = {"wails://wails/*", NULL};

// The name of the isolated script world that can send messages to the program. Scripts of pages do not run in it.
static const char world[] = "lectern";

// This script runs in the isolated world. It forwards messages of the window's page to the program.
static const char forwarding_script[] =
	"addEventListener('lectern:message', (event) => webkit.messageHandlers.external.postMessage(String(event.detail)));";

// This script runs in the window's page. It replaces the object through which Wails sends messages.
static const char page_script[] =
	"Object.defineProperty(window, 'webkit', { value: { messageHandlers: { external: { postMessage: (message) => {"
	"	window.dispatchEvent(new CustomEvent('lectern:message', { detail: message }));"
	"} } } } });";

int lectern_prepare(const char *name)
{
	if (!gtk_init_check(NULL, NULL)) {
		return 0;
	}
	g_set_prgname(name); // must precede the context, which derives the folders of its data from the name
	webkit_web_context_get_default();
	return 1;
}

static void find_view(GtkWidget *widget, gpointer found)
{
	if (WEBKIT_IS_WEB_VIEW(widget)) {
		*(WebKitWebView **)found = WEBKIT_WEB_VIEW(widget);
	} else if (GTK_IS_CONTAINER(widget)) {
		gtk_container_forall(GTK_CONTAINER(widget), find_view, found);
	}
}

// Returns the web view of the window, or NULL if the window does not contain it yet.
static WebKitWebView *web_view(void)
{
	WebKitWebView *found = NULL;
	GList *windows = gtk_window_list_toplevels();
	for (GList *at = windows; at != NULL && found == NULL; at = at->next) {
		find_view(GTK_WIDGET(at->data), &found);
	}
	g_list_free(windows);
	return found;
}

static void add_script(WebKitUserContentManager *manager, WebKitUserScript *script)
{
	webkit_user_content_manager_add_script(manager, script);
	webkit_user_script_unref(script);
}

// Removes the message handler of Wails from all pages, including frames of other origins. Then it adds the handler
// again, for the window's page only.
static void confine_messages(WebKitUserContentManager *manager)
{
	webkit_user_content_manager_unregister_script_message_handler(manager, "external");
	webkit_user_content_manager_register_script_message_handler_in_world(manager, "external", world);
	add_script(manager,
		webkit_user_script_new_for_world(forwarding_script, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME,
			WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, world, pages, NULL));
	add_script(manager,
		webkit_user_script_new(page_script, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME,
			WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, pages, NULL));
}

static const char *action_uri(WebKitNavigationAction *action)
{
	return webkit_uri_request_get_uri(webkit_navigation_action_get_request(action));
}

// Opens the URL of a clicked link in the default browser. Returns whether it has done so.
static gboolean open_outside(WebKitNavigationAction *action, uintptr_t window)
{
	return webkit_navigation_action_is_user_gesture(action) && lecternOpenOutside(window, (char *)action_uri(action));
}

// Prevents the window from navigating away from its page. Clicked links open in the default browser instead.
static gboolean decide_policy(
	WebKitWebView *view, WebKitPolicyDecision *decision, WebKitPolicyDecisionType type, gpointer window)
{
	switch (type) {
	case WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION:
		open_outside(
			webkit_navigation_policy_decision_get_navigation_action(WEBKIT_NAVIGATION_POLICY_DECISION(decision)),
			(uintptr_t)window);
		webkit_policy_decision_ignore(decision);
		return TRUE;
	case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION: {
		WebKitNavigationAction *action =
			webkit_navigation_policy_decision_get_navigation_action(WEBKIT_NAVIGATION_POLICY_DECISION(decision));
		// Without this check, the view would open a file that is dropped onto it, and abort the page's requests, such
		// as the import of that file.
		if (g_str_has_prefix(action_uri(action), "file:")) {
			webkit_policy_decision_ignore(decision);
			return TRUE;
		}
		if (webkit_navigation_action_get_navigation_type(action) != WEBKIT_NAVIGATION_TYPE_LINK_CLICKED ||
			!open_outside(action, (uintptr_t)window)) {
			return FALSE;
		}
		webkit_policy_decision_ignore(decision);
		return TRUE;
	}
	case WEBKIT_POLICY_DECISION_TYPE_RESPONSE: {
		WebKitResponsePolicyDecision *response = WEBKIT_RESPONSE_POLICY_DECISION(decision);
		const char *uri = webkit_uri_request_get_uri(webkit_response_policy_decision_get_request(response));
		if (!webkit_response_policy_decision_is_main_frame_main_resource(response) || g_str_has_prefix(uri, page)) {
			return FALSE;
		}
		webkit_policy_decision_ignore(decision);
		return TRUE;
	}
	}
	return FALSE;
}

// Sets the destination of a download to a new file in the downloads folder.
static gboolean decide_destination(WebKitDownload *download, const char *name, gpointer window)
{
	const char *folder = g_get_user_special_dir(G_USER_DIRECTORY_DOWNLOAD);
	char *path = lecternDestination((char *)(folder != NULL ? folder : g_get_home_dir()), (char *)name);
	char *uri = g_filename_to_uri(path, NULL, NULL);
	webkit_download_set_destination(download, uri);
	g_free(uri);
	free(path);
	return TRUE;
}

static void download_finished(WebKitDownload *download, gpointer window)
{
	const char *uri = webkit_download_get_destination(download);
	char *path = uri != NULL ? g_filename_from_uri(uri, NULL, NULL) : NULL;
	if (path != NULL) {
		lecternDownloaded((uintptr_t)window, path);
	}
	g_free(path);
}

static void download_started(WebKitWebContext *context, WebKitDownload *download, gpointer window)
{
	g_signal_connect(download, "decide-destination", G_CALLBACK(decide_destination), window);
	g_signal_connect(download, "finished", G_CALLBACK(download_finished), window);
}

// Enables subpixel positioning of glyphs by limiting hinting to slight. With more hinting, WebKit rounds the advance
// width of each glyph to whole pixels, which shifts the words on a document's page.
static void hint_slightly(void)
{
	GtkSettings *settings = gtk_settings_get_default();
	int hinting;
	char *style;
	g_object_get(settings, "gtk-xft-hinting", &hinting, "gtk-xft-hintstyle", &style, NULL);
	if (hinting != 0 && g_strcmp0(style, "hintnone") != 0) {
		g_object_set(settings, "gtk-xft-hinting", 1, "gtk-xft-hintstyle", "hintslight", NULL);
	}
	g_free(style);
}

// The time in seconds for which a reloaded page must have run to be reloaded without a delay when it crashes. With the
// delay, a page that crashes each time does not keep the machine busy.
#define RELOAD_DELAY_SECONDS 10

static gboolean reload_page(gpointer view)
{
	webkit_web_view_reload(view);
	g_object_unref(view);
	return G_SOURCE_REMOVE;
}

// Reloads the page after its process has ended. Otherwise the window would show the last picture of the page and not
// react.
static void process_ended(WebKitWebView *view, WebKitWebProcessTerminationReason reason, gpointer window)
{
	static gint64 last_reload = G_MININT64 / 2;
	gint64 now = g_get_monotonic_time() / G_USEC_PER_SEC;
	guint wait = now - last_reload < RELOAD_DELAY_SECONDS ? RELOAD_DELAY_SECONDS : 0;
	last_reload = now + wait;
	lecternPageEnded((uintptr_t)window, reason == WEBKIT_WEB_PROCESS_EXCEEDED_MEMORY_LIMIT);
	g_timeout_add_seconds(wait, reload_page, g_object_ref(view));
}

// Sets navigator.language in all pages to the language of the program. By default, WebKit gets the language from the C
// library, which ignores LANGUAGE and supports only installed locales.
static void set_language(WebKitWebContext *context)
{
	char *language = lecternLanguage();
	webkit_web_context_set_preferred_languages(context, (const char *const[]){language, NULL});
	free(language);
}

static gboolean confine(gpointer window)
{
	WebKitWebView *view = web_view();
	if (view == NULL) {
		return G_SOURCE_CONTINUE;
	}
	hint_slightly();
	set_language(webkit_web_view_get_context(view));
	confine_messages(webkit_web_view_get_user_content_manager(view));
	g_signal_connect(view, "decide-policy", G_CALLBACK(decide_policy), window);
	g_signal_connect(view, "web-process-terminated", G_CALLBACK(process_ended), window);
	g_signal_connect(webkit_web_view_get_context(view), "download-started", G_CALLBACK(download_started), window);
	lectern_replace_menu_bar(view);
	lecternConfined((uintptr_t)window);
	return G_SOURCE_REMOVE;
}

void lectern_confine_soon(uintptr_t window)
{
	g_idle_add_full(G_PRIORITY_HIGH, confine, (gpointer)window, NULL);
}

typedef struct {
	GdkRectangle rect;
	int maximised;
} placement;

// Returns whether a window at this position would be visible enough, on some screen, for the user to drag it with the
// mouse.
static gboolean is_visible(const GdkRectangle *rect)
{
	GdkDisplay *display = gdk_display_get_default();
	GdkRectangle head = {rect->x, rect->y, rect->width, 40};
	for (int i = 0; i < gdk_display_get_n_monitors(display); i++) {
		GdkRectangle area, common;
		gdk_monitor_get_workarea(gdk_display_get_monitor(display, i), &area);
		if (gdk_rectangle_intersect(&head, &area, &common) && common.width >= 120 && common.height >= 20) {
			return TRUE;
		}
	}
	return FALSE;
}

// Limits the size of the window to the largest screen.
static void limit_size(GdkRectangle *rect)
{
	GdkDisplay *display = gdk_display_get_default();
	int width = 0, height = 0;
	for (int i = 0; i < gdk_display_get_n_monitors(display); i++) {
		GdkRectangle area;
		gdk_monitor_get_workarea(gdk_display_get_monitor(display, i), &area);
		width = MAX(width, area.width);
		height = MAX(height, area.height);
	}
	rect->width = MIN(rect->width, width);
	rect->height = MIN(rect->height, height);
}

// Moves a window that has just been mapped to its stored position. It cannot be moved earlier: Wails has already shown
// the window once, and the window manager chooses a new position when it is mapped again.
static gboolean place_mapped_window(GtkWidget *widget, GdkEvent *event, gpointer data)
{
	placement *p = data;
	GtkWindow *window = GTK_WINDOW(widget);
	gtk_window_move(window, p->rect.x, p->rect.y);
	if (p->maximised) {
		gtk_window_maximize(window);
	}
	g_signal_handlers_disconnect_by_func(widget, place_mapped_window, data);
	g_free(p);
	return FALSE;
}

static gboolean place_window(gpointer data)
{
	placement *p = data;
	GtkWindow *window = GTK_WINDOW(gtk_widget_get_toplevel(GTK_WIDGET(web_view())));
	limit_size(&p->rect);
	gtk_window_resize(window, p->rect.width, p->rect.height);
	if (is_visible(&p->rect)) {
		g_signal_connect(window, "map-event", G_CALLBACK(place_mapped_window), p);
		return G_SOURCE_REMOVE;
	}
	if (p->maximised) {
		gtk_window_maximize(window);
	}
	g_free(p);
	return G_SOURCE_REMOVE;
}

void lectern_place_window(int x, int y, int width, int height, int maximised)
{
	placement *p = g_new(placement, 1);
	*p = (placement){{x, y, width, height}, maximised};
	g_idle_add(place_window, p);
}

static gboolean zoom(gpointer data)
{
	double *factor = data;
	webkit_web_view_set_zoom_level(web_view(), *factor);
	g_free(factor);
	return G_SOURCE_REMOVE;
}

void lectern_zoom(double factor)
{
	g_idle_add(zoom, g_memdup2(&factor, sizeof factor));
}

static void clipboard_read(GtkClipboard *clipboard, gchar **addresses, gpointer answer)
{
	lecternPasted((uintptr_t)answer, addresses);
}

static gboolean read_clipboard(gpointer answer)
{
	gtk_clipboard_request_uris(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), clipboard_read, answer);
	return G_SOURCE_REMOVE;
}

void lectern_read_clipboard(uintptr_t answer)
{
	g_idle_add(read_clipboard, (gpointer)answer);
}

void lectern_alert(const char *heading, const char *text)
{
	if (!gtk_init_check(NULL, NULL)) {
		return;
	}
	GtkWidget *box = gtk_message_dialog_new(NULL, 0, GTK_MESSAGE_ERROR, GTK_BUTTONS_CLOSE, "%s", heading);
	gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(box), "%s", text);
	gtk_window_set_title(GTK_WINDOW(box), "Lectern");
	gtk_dialog_run(GTK_DIALOG(box));
	gtk_widget_destroy(box);
}
