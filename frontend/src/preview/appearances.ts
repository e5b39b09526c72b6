import type { Appearance } from "../core/theme/appearance";
import { visitRules } from "./style-rules";

/** Shows the page in the light or the dark color scheme, regardless of the color scheme of the system. */
export class Appearances {
	readonly #dark: CSSMediaRule[] = [];

	constructor() {
		visitRules((rule) => {
			if (rule instanceof CSSMediaRule && rule.media.mediaText.includes("prefers-color-scheme: dark")) {
				this.#dark.push(rule);
			}
		});
	}

	show(appearance: Appearance): void {
		const media = { system: "(prefers-color-scheme: dark)", light: "not all", dark: "all" }[appearance];
		for (const rule of this.#dark) {
			rule.media.mediaText = media;
		}
		document.documentElement.style.colorScheme = appearance === "system" ? "" : appearance;
	}
}
