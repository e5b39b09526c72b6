import { type OpenedView, SessionClient } from "../../api/session";
import type { ViewerState } from "../../core/session/viewer-state";

/** Under this name a tab remembers its view of a session that counts its views: a reload is no further view. */
const keyOf = (base: string) => `lectern view id ${base}`;

/**
 * The id of this page's view of a session. It is the page that makes it up, before it asks: where
 * an answer is lost, it asks again for the same view, which the server counts once.
 */
export function viewID(state: ViewerState): string {
	const view = (state.counted ? recall(state.base) : undefined) ?? newID();
	if (state.counted) {
		remember(state.base, view);
	}
	return view;
}

/** Opens a session. Throws a SessionOverError if its views are used up, unless this view is one of them. */
export async function openSession(state: ViewerState, view: string): Promise<OpenedView> {
	return new SessionClient(state.base).open(view);
}

/** 256 random bits as base64url (RFC 4648, section 5), as sessions have them; also where the page came over plain HTTP. */
function newID(): string {
	const bits = crypto.getRandomValues(new Uint8Array(32));
	return btoa(String.fromCharCode(...bits))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}

function recall(base: string): string | undefined {
	try {
		return sessionStorage.getItem(keyOf(base)) ?? undefined;
	} catch {
		return undefined; // a page within another may have no storage
	}
}

function remember(base: string, view: string): void {
	try {
		sessionStorage.setItem(keyOf(base), view);
	} catch {
		// a reload counts again
	}
}
