import { type OpenedView, SessionClient } from "../../api/session";
import type { ViewerState } from "../../core/session/viewer-state";

/**
 * The key of the tab's session storage under which the id of its view is stored, for sessions that limit the number of
 * views. With the stored id, the server does not count a reload as another view.
 */
const storageKey = (base: string) => `lectern view id ${base}`;

/**
 * Returns the id of this page's view of a session. The page generates the id before it opens the view. If the response
 * is lost, the page repeats the request with the same id, and the server counts the view only once.
 */
export function viewID(state: ViewerState): string {
	const view = (state.counted ? loadViewID(state.base) : undefined) ?? newID();
	if (state.counted) {
		storeViewID(state.base, view);
	}
	return view;
}

/**
 * Opens a view of a session. Throws a SessionExpiredError if the permitted views are used up and this view is not one
 * of them.
 */
export async function openSession(state: ViewerState, view: string): Promise<OpenedView> {
	return new SessionClient(state.base).open(view);
}

/**
 * Returns 256 random bits as base64url (RFC 4648, section 5), the format of session ids. Unlike crypto.randomUUID, it
 * also works on pages loaded over plain HTTP.
 */
function newID(): string {
	const bits = crypto.getRandomValues(new Uint8Array(32));
	return btoa(String.fromCharCode(...bits))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}

function loadViewID(base: string): string | undefined {
	try {
		return sessionStorage.getItem(storageKey(base)) ?? undefined;
	} catch {
		return undefined; // a framed page may have no storage
	}
}

function storeViewID(base: string, view: string): void {
	try {
		sessionStorage.setItem(storageKey(base), view);
	} catch {
		// Without storage, a reload counts as another view.
	}
}
