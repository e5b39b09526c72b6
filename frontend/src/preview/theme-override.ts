import type { PreviewState } from "../core/messages/preview-protocol";

/** Applies a theme to the page without storing it. */
export class ThemeOverride {
	readonly #sheet = new CSSStyleSheet();
	readonly #defaultLogo: ChildNode[] = [...(document.querySelector(".logo")?.childNodes ?? [])];
	#logo = "";

	constructor() {
		document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
	}

	show({ variables, hidden, logo }: Pick<PreviewState, "variables" | "hidden" | "logo">): void {
		this.#sheet.replaceSync(":root {}");
		const [root] = this.#sheet.cssRules;
		for (const [name, value] of Object.entries(variables)) {
			// `setProperty` accepts only the value of one property, so no other CSS can be injected.
			(root as CSSStyleRule).style.setProperty(name, value);
		}
		for (const selector of hidden) {
			const index = this.#sheet.insertRule("nothing { display: none !important }", 1);
			// An invalid selector is ignored, and the rule then matches nothing.
			(this.#sheet.cssRules[index] as CSSStyleRule).selectorText = selector;
		}
		this.#showLogo(logo);
	}

	#showLogo(address: string): void {
		if (address === this.#logo) {
			return;
		}
		this.#logo = address;
		const logoElement = document.querySelector(".logo");
		if (address === "") {
			logoElement?.replaceChildren(...this.#defaultLogo);
		} else {
			const picture = document.createElement("img");
			picture.alt = "";
			picture.src = address;
			logoElement?.replaceChildren(picture);
		}
	}
}
