import type { I18n } from "../i18n.svelte";

/** Returns the label of a parameter's kind. */
export function kindLabel({ translateOr }: I18n, kind: string): string {
	return translateOr(`templates.kind-${kind}`, kind);
}
