import type { I18n } from "../i18n.svelte";

/** Returns the label of a kind of parameter; the kind itself if there is no translation. */
export function kindLabel({ translateOr }: I18n, kind: string): string {
	return translateOr(`templates.kind-${kind}`, kind);
}
