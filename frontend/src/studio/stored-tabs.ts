/** The part of a tab that is stored. */
export interface StoredTab {
	/** The id of the document. */
	readonly id: string;
	/** The name of the document; empty until it is known. */
	readonly name: string;
}

/** The name under which the open tabs are stored. Each window of the browser has a session storage of its own. */
const storageKey = "lectern.tabs";

/**
 * Returns the tabs that were open in this window before the page was reloaded. Their documents may no longer exist, or
 * may be in the library of another server that has had the same address.
 */
export function readStoredTabs(): readonly StoredTab[] {
	try {
		const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
		return Array.isArray(stored) ? stored.filter(isTab) : [];
	} catch {
		return []; // the browser allows no storage, or the value is not JSON
	}
}

/** Stores the open tabs. If the browser allows no storage, a reload closes the tabs. */
export function storeTabs(tabs: readonly StoredTab[]): void {
	try {
		sessionStorage.setItem(storageKey, JSON.stringify(tabs.map(({ id, name }) => ({ id, name }))));
	} catch {
		// The window works without stored tabs.
	}
}

function isTab(value: unknown): value is StoredTab {
	const { id, name } = (value ?? {}) as Partial<Record<keyof StoredTab, unknown>>;
	return typeof id === "string" && typeof name === "string";
}
