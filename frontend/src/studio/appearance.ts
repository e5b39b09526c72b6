import { type Appearance, forcedMedia, testsColorScheme } from "../core/theme/appearance";

/**
 * Applies an appearance to the page, whatever the system's is. Everything that depends on the system's appearance is
 * in media queries of style sheets, or in light-dark(), which follows the root's color-scheme.
 */
export class Scheme {
	#appearance: Appearance = "system";
	/** The original texts of the changed media queries. */
	readonly #originalMedia = new WeakMap<CSSMediaRule, string>();

	constructor() {
		// Style sheets may be added later, by code that is loaded on demand.
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
		const original = this.#originalMedia.get(rule) ?? rule.media.mediaText;
		if (testsColorScheme(original)) {
			this.#originalMedia.set(rule, original);
			rule.media.mediaText = forcedMedia(original, this.#appearance);
		}
	}
}
