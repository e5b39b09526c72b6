import type { Words } from "../words.svelte";

/** Returns the label of a kind of parameter. */
export function kindLabel({ named }: Words, kind: string): string {
	return named(`templates.kind-${kind}`, kind);
}
