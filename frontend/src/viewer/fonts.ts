import type { MissingFont, SessionClient } from "../api/session";
import { phaseOf, type ViewerState } from "../core/state";
import type { Elements } from "./elements";
import { strings } from "./strings";

type FontsElements = Pick<Elements, "fonts" | "fontsButton" | "fontsList">;

/** Milliseconds within which an idle moment should come; where a browser tells of none, how long is waited. */
const patience = 2_000;

/** Says which fonts of the document are missing: a button beside its title, which opens a list. */
export class Fonts {
	/** The version of the document that was asked about. */
	#asked = 0;
	#over = false;

	constructor(
		private readonly elements: FontsElements,
		private readonly client: SessionClient,
	) {
		const { fonts, fontsButton, fontsList } = elements;
		fontsButton.addEventListener("click", () => {
			this.#toggle(fontsButton.ariaExpanded !== "true");
		});
		fonts.addEventListener("keydown", (event) => {
			if (event.key === "Escape" && !fontsList.hidden) {
				this.#toggle(false);
				fontsButton.focus();
			} else if (event.target === fontsList && !event.ctrlKey && !event.metaKey) {
				event.stopPropagation(); // arrows move the list, not the pages
			}
		});
		// The pages take no focus from a finger: where it goes down tells more.
		for (const away of ["pointerdown", "focusin"]) {
			document.addEventListener(away, (event) => {
				if (!fontsList.hidden && event.target instanceof Node && !fonts.contains(event.target)) {
					this.#toggle(false);
				}
			});
		}
	}

	/** Asks which fonts are missing, when there is the whole document and nothing else to do. */
	show(state: ViewerState): void {
		if (phaseOf(state) === "ready" && state.version !== this.#asked) {
			this.#asked = state.version;
			whenIdle(() => {
				void this.#ask(state.version);
			});
		}
	}

	/** Takes all back: the session is over. */
	over(): void {
		this.#over = true;
		this.elements.fonts.hidden = true;
	}

	async #ask(version: number): Promise<void> {
		let missing: readonly MissingFont[] = [];
		try {
			missing = await this.client.missingFonts(version);
		} catch {
			// Without the list the pages are read as well, and whether the session is over others hear.
		}
		if (version === this.#asked && !this.#over) {
			this.#fill(missing);
		}
	}

	#fill(missing: readonly MissingFont[]): void {
		const { fonts, fontsButton, fontsList } = this.elements;
		fontsButton.ariaLabel = fontsButton.title = strings.fonts.button(missing.length);
		fontsList.ariaLabel = strings.fonts.title;
		const list = document.createElement("ul");
		list.append(
			...missing.map(({ name, substitute }) => textElement("li", strings.fonts.font(name, substitute))),
		);
		fontsList.replaceChildren(
			textElement("h2", strings.fonts.title),
			textElement("p", strings.fonts.message),
			list,
		);
		fonts.hidden = missing.length === 0;
	}

	#toggle(open: boolean): void {
		const { fontsButton, fontsList } = this.elements;
		fontsList.hidden = !open;
		fontsButton.ariaExpanded = String(open);
		if (open) {
			fontsList.focus();
		}
	}
}

function textElement(tag: string, text: string): HTMLElement {
	const element = document.createElement(tag);
	element.textContent = text;
	return element;
}

function whenIdle(then: () => void): void {
	// Safari has no such call.
	if ("requestIdleCallback" in window) {
		window.requestIdleCallback(then, { timeout: patience });
	} else {
		setTimeout(then, patience);
	}
}
