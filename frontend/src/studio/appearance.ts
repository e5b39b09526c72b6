import { type Appearance, asksForScheme, forcedMedia } from "../core/theme/appearance";

/**
 * Has the page look as it is to, whatever the system says. What depends on the system is all in rules of style
 * sheets that ask for it, and in light-dark(), which goes by the root's color-scheme.
 */
export class Scheme {
	#appearance: Appearance = "system";
	/** What the queries were before they were changed. */
	readonly #asked = new WeakMap<CSSMediaRule, string>();

	constructor() {
		// Style sheets can come later, with what is loaded when it is needed.
		document.addEventListener(
			"load",
			({ target }) => {
				if (target instanceof HTMLLinkElement) {
					this.#applySheets();
				}
			},
			true,
		);
	}

	apply(appearance: Appearance): void {
		this.#appearance = appearance;
		document.documentElement.style.colorScheme = appearance === "system" ? "" : appearance;
		this.#applySheets();
	}

	#applySheets(): void {
		for (const sheet of document.styleSheets) {
			this.#applyRules(sheet.cssRules);
		}
	}

	#applyRules(rules: CSSRuleList): void {
		for (const rule of rules) {
			if (rule instanceof CSSMediaRule) {
				this.#applyMedia(rule);
			}
			if ("cssRules" in rule && rule.cssRules instanceof CSSRuleList) {
				this.#applyRules(rule.cssRules);
			}
		}
	}

	#applyMedia(rule: CSSMediaRule): void {
		const asked = this.#asked.get(rule) ?? rule.media.mediaText;
		if (asksForScheme(asked)) {
			this.#asked.set(rule, asked);
			rule.media.mediaText = forcedMedia(asked, this.#appearance);
		}
	}
}
