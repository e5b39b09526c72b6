import { type Appearance, forcedMedia, testsColorScheme } from "../core/theme/appearance";

/**
 * Applies a light or dark appearance to the page, independently of the appearance of the system. It sets the root's
 * color-scheme, which light-dark() follows, and rewrites the media queries for the color scheme in all style sheets.
 */
export class AppearanceOverride {
	#appearance: Appearance = "system";
	/** The original texts of the rewritten media queries. */
	readonly #originalMedia = new WeakMap<CSSMediaRule, string>();

	constructor() {
		// Code that is loaded on demand may add style sheets later. Their media queries must be rewritten, too.
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
