/** How the library is shown. */
export interface View {
	readonly kind: "grid" | "list";
}

const name = "lectern.view";

/** How it was shown last. */
export function readView(): View {
	return { kind: localStorage.getItem(name) === "list" ? "list" : "grid" };
}

export function writeView({ kind }: View): void {
	localStorage.setItem(name, kind);
}
