/** The view settings of the library. */
export interface View {
	readonly kind: "grid" | "list";
}

const name = "lectern.view";

/** Returns the last view settings. */
export function readView(): View {
	return { kind: localStorage.getItem(name) === "list" ? "list" : "grid" };
}

export function writeView({ kind }: View): void {
	localStorage.setItem(name, kind);
}
