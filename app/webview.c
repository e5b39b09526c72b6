#include <string.h>

#include <gtk/gtk.h>
#include <webkit2/webkit2.h>

#include "_cgo_export.h"
#include "webview.h"

// The window's page, and the pattern of its addresses.
static const char page[] = "wails://wails/";
static const char *const pages[] = {"wails://wails/*", NULL};

// The world of scripts that reaches the program. No page's own script is in it.
static const char world[] = "lectern";

// Hands on, in that world, what the window's page has to say.
static const char courier[] =
	"addEventListener('lectern:message', (event) => webkit.messageHandlers.external.postMessage(String(event.detail)));";

// Stands, for the scripts of the window's page, where Wails looks for the program.
static const char counter[] =
	"Object.defineProperty(window, 'webkit', { value: { messageHandlers: { external: { postMessage: (message) => {"
	"	window.dispatchEvent(new CustomEvent('lectern:message', { detail: message }));"
	"} } } } });";

static void find_view(GtkWidget *widget, gpointer found)
{
	if (WEBKIT_IS_WEB_VIEW(widget)) {
		*(WebKitWebView **)found = WEBKIT_WEB_VIEW(widget);
	} else if (GTK_IS_CONTAINER(widget)) {
		gtk_container_forall(GTK_CONTAINER(widget), find_view, found);
	}
}

// The window's web view; NULL before it is in the window.
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

// Takes the way to the program from every page, frames of other origins included, to which Wails
// gives it, and gives it to the window's own page alone.
static void confine_messages(WebKitUserContentManager *manager)
{
	webkit_user_content_manager_unregister_script_message_handler(manager, "external");
	webkit_user_content_manager_register_script_message_handler_in_world(manager, "external", world);
	add_script(manager, webkit_user_script_new_for_world(courier, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME,
		WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, world, pages, NULL));
	add_script(manager, webkit_user_script_new(counter, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME,
		WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, pages, NULL));
}

static const char *action_uri(WebKitNavigationAction *action)
{
	return webkit_uri_request_get_uri(webkit_navigation_action_get_request(action));
}

// Opens what a person's click asks for in the person's browser, and says whether it did.
static gboolean open_outside(WebKitNavigationAction *action, uintptr_t window)
{
	return webkit_navigation_action_is_user_gesture(action) && lecternOpenOutside(window, (char *)action_uri(action));
}

// Keeps the window's page in the window: what a link leads to is for the person's browser.
static gboolean decide_policy(WebKitWebView *view, WebKitPolicyDecision *decision, WebKitPolicyDecisionType type, gpointer window)
{
	switch (type) {
	case WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION:
		open_outside(webkit_navigation_policy_decision_get_navigation_action(WEBKIT_NAVIGATION_POLICY_DECISION(decision)), (uintptr_t)window);
		webkit_policy_decision_ignore(decision);
		return TRUE;
	case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION: {
		WebKitNavigationAction *action = webkit_navigation_policy_decision_get_navigation_action(WEBKIT_NAVIGATION_POLICY_DECISION(decision));
		if (webkit_navigation_action_get_navigation_type(action) != WEBKIT_NAVIGATION_TYPE_LINK_CLICKED || !open_outside(action, (uintptr_t)window)) {
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

static gboolean confine(gpointer window)
{
	WebKitWebView *view = web_view();
	if (view == NULL) {
		return G_SOURCE_CONTINUE;
	}
	confine_messages(webkit_web_view_get_user_content_manager(view));
	g_signal_connect(view, "decide-policy", G_CALLBACK(decide_policy), window);
	lecternConfined((uintptr_t)window);
	return G_SOURCE_REMOVE;
}

void lectern_confine_soon(uintptr_t window)
{
	g_idle_add_full(G_PRIORITY_HIGH, confine, (gpointer)window, NULL);
}
