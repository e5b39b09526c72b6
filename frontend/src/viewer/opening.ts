import { type OpenedView, SessionClient } from "../api/session";
import type { ViewerState } from "../core/state";

/** Under this name a tab remembers that it has opened a session that counts its views: a reload is no further view. */
const keyOf = (base: string) => `lectern view ${base}`;

/**
 * Opens a session, which counts as a view. Throws a SessionOverError where it was opened as often
 * as it may be.
 */
export async function open(state: ViewerState): Promise<OpenedView> {
	const kept = state.counted ? recall(state.base) : undefined;
	if (kept !== undefined) {
		return kept;
	}
	const opened = await new SessionClient(state.base).open();
	if (state.counted) {
		remember(state.base, opened);
	}
	return opened;
}

function recall(base: string): OpenedView | undefined {
	try {
		const text = sessionStorage.getItem(keyOf(base));
		return text === null ? undefined : (JSON.parse(text) as OpenedView);
	} catch {
		return undefined; // a page within another may have no storage
	}
}

function remember(base: string, opened: OpenedView): void {
	try {
		sessionStorage.setItem(keyOf(base), JSON.stringify(opened));
	} catch {
		// a reload counts again
	}
}
