import type { PreviewState } from "../core/messages/preview-protocol";

/** Applies a theme that is not stored to the page. */
export class ThemeOverride {
	readonly #sheet = new CSSStyleSheet();
	readonly #sign: ChildNode[] = [...(document.querySelector(".logo")?.childNodes ?? [])];
	#logo = "";

	constructor() {
		document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
	}

	show({ variables, hidden, logo }: Pick<PreviewState, "variables" | "hidden" | "logo">): void {
		this.#sheet.replaceSync(":root {}");
		const [root] = this.#sheet.cssRules;
		for (const [name, value] of Object.entries(variables)) {
			(root as CSSStyleRule).style.setProperty(name, value); // it takes a value and no more
		}
		for (const selector of hidden) {
			const at = this.#sheet.insertRule("nothing { display: none !important }", 1);
			(this.#sheet.cssRules[at] as CSSStyleRule).selectorText = selector; // as it was, where it is none
		}
		this.#showLogo(logo);
	}

	#showLogo(address: string): void {
		if (address === this.#logo) {
			return;
		}
		this.#logo = address;
		const place = document.querySelector(".logo");
		if (address === "") {
			place?.replaceChildren(...this.#sign);
		} else {
			const picture = document.createElement("img");
			picture.alt = "";
			picture.src = address;
			place?.replaceChildren(picture);
		}
	}
}
