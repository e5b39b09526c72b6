/** The view settings of the library. */
export interface View {
	readonly kind: "grid" | "list";
}

const storageKey = "lectern.view";

/** Returns the stored view settings. */
export function loadView(): View {
	return { kind: localStorage.getItem(storageKey) === "list" ? "list" : "grid" };
}

/** Stores the view settings, and sends them to the desktop program. */
export function saveView({ kind }: View): void {
	localStorage.setItem(storageKey, kind);
	window.runtime?.EventsEmit("view", kind);
}
