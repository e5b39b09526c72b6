import type { Words } from "../words.svelte";

/** What a parameter is, in words. */
export function kindLabel({ named }: Words, kind: string): string {
	return named(`templates.kind-${kind}`, kind);
}
