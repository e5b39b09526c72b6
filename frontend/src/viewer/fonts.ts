import type { FontsLack, SessionClient } from "../api/session";
import { phaseOf, type ViewerState } from "../core/state";
import type { Elements } from "./elements";
import { strings } from "./strings";

type FontsElements = Pick<Elements, "fonts" | "fontsButton" | "fontsList">;

/** Milliseconds within which an idle moment should come; where a browser tells of none, how long is waited. */
const patience = 2_000;

/** Says which fonts of the document are missing, and which characters: a button beside its title, which opens a list. */
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
		let lack: FontsLack = { missing: [], unseen: [] };
		try {
			lack = await this.client.fontsLack(version);
		} catch {
			// Without the list the pages are read as well, and whether the session is over others hear.
		}
		if (version === this.#asked && !this.#over) {
			this.#fill(lack);
		}
	}

	#fill({ missing, unseen }: FontsLack): void {
		const { fonts, fontsButton, fontsList } = this.elements;
		const sections = [
			{
				count: missing.length,
				label: strings.fonts.button,
				title: strings.fonts.title,
				message: strings.fonts.message,
				lines: missing.map(({ name, substitute }) => strings.fonts.font(name, substitute)),
			},
			{
				count: unseen.reduce((sum, { count }) => sum + count, 0),
				label: strings.fonts.unseenButton,
				title: strings.fonts.unseenTitle,
				message: strings.fonts.unseenMessage,
				lines: unseen.map(({ kind, count, example }) =>
					strings.fonts.unseen(kind, count, codePoint(example)),
				),
			},
		].filter(({ count }) => count > 0);
		fontsButton.ariaLabel = fontsButton.title = sections.map(({ label, count }) => label(count)).join(". ");
		fontsList.ariaLabel = sections.map(({ title }) => title).join(", ");
		fontsList.replaceChildren(
			...sections.flatMap(({ title, message, lines }) => {
				const list = document.createElement("ul");
				list.append(...lines.map((line) => textElement("li", line)));
				return [textElement("h2", title), textElement("p", message), list];
			}),
		);
		fonts.hidden = sections.length === 0;
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

/** A character as Unicode names it, such as U+0F40. */
function codePoint(number: number): string {
	return `U+${number.toString(16).toUpperCase().padStart(4, "0")}`;
}

function whenIdle(then: () => void): void {
	// Safari has no such call.
	if ("requestIdleCallback" in window) {
		window.requestIdleCallback(then, { timeout: patience });
	} else {
		setTimeout(then, patience);
	}
}
