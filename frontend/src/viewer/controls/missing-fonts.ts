import type { FontsLack, SessionClient } from "../../api/session";
import { fillPlaceholders } from "../../core/format/placeholders";
import { phaseOf, type ViewerState } from "../../core/session/viewer-state";
import type { Elements } from "../elements";
import { whenIdle } from "../async/idle";
import { words } from "../words";

/** The names of kinds of characters that belong to no script. */
const kinds: Readonly<Record<string, string>> = {
	private: words.unseenPrivate,
	pictures: words.unseenPictures,
	symbols: words.unseenSymbols,
	unknown: words.unseenUnknown,
};

type FontsElements = Pick<Elements, "fonts" | "fontsButton" | "fontsList">;

/** The button beside the title that opens a list of the document's missing fonts and characters. */
export class MissingFonts {
	readonly #elements: FontsElements;
	readonly #client: SessionClient;
	/** The version of the document for which fonts were last requested. */
	#asked = 0;
	#over = false;
	#told: readonly string[] = [];

	constructor(elements: FontsElements, client: SessionClient) {
		this.#elements = elements;
		this.#client = client;
		const { fonts, fontsButton, fontsList } = elements;
		fontsButton.addEventListener("click", () => {
			this.#toggle(fontsButton.ariaExpanded !== "true");
		});
		fonts.addEventListener("keydown", (event) => {
			if (event.key === "Escape" && !fontsList.hidden) {
				event.preventDefault(); // it closes the list, and no more
				this.#toggle(false);
				fontsButton.focus();
			} else if (event.target === fontsList && !event.ctrlKey && !event.metaKey) {
				event.stopPropagation(); // arrows move the list, not the pages
			}
		});
		// The pages receive no focus from touch, so pointer events are handled too.
		for (const away of ["pointerdown", "focusin"]) {
			document.addEventListener(away, (event) => {
				if (!fontsList.hidden && event.target instanceof Node && !fonts.contains(event.target)) {
					this.#toggle(false);
				}
			});
		}
	}

	/** Requests the missing fonts once the document is complete and the browser is idle. */
	show(state: ViewerState): void {
		if (phaseOf(state) === "ready" && state.version !== this.#asked) {
			this.#asked = state.version;
			whenIdle(() => {
				void this.#ask(state.version);
			});
		}
	}

	/** The missing fonts and the missing characters, as one line of text each. */
	get told(): readonly string[] {
		return this.#told;
	}

	/** Removes the button, because the session has expired. */
	over(): void {
		this.#over = true;
		this.#elements.fonts.hidden = true;
	}

	async #ask(version: number): Promise<void> {
		let lack: FontsLack = { missing: [], unseen: [] };
		try {
			lack = await this.#client.fontsLack(version);
		} catch {
			// The pages are readable without the list, and an expired session is detected elsewhere.
		}
		if (version === this.#asked && !this.#over) {
			this.#fill(lack);
		}
	}

	#fill({ missing, unseen }: FontsLack): void {
		const { fonts, fontsButton, fontsList } = this.#elements;
		const sections = [
			{
				count: missing.length,
				label: words.fontsButton,
				title: words.fontsTitle,
				message: words.fontsMessage,
				lines: missing.map(({ name, substitute }) =>
					substitute === undefined ? name : `${name} → ${substitute}`,
				),
			},
			{
				count: unseen.reduce((sum, { count }) => sum + count, 0),
				label: words.unseenButton,
				title: words.unseenTitle,
				message: words.unseenMessage,
				lines: unseen.map(({ kind, count, example }) =>
					fillPlaceholders(words.unseen, { kind: kinds[kind] ?? kind, count, example: codePoint(example) }),
				),
			},
		].filter(({ count }) => count > 0);
		this.#told = sections.map(
			({ label, count, lines }) => `${fillPlaceholders(label, { count })} (${lines.join(", ")})`,
		);
		fontsButton.ariaLabel = fontsButton.title = sections
			.map(({ label, count }) => fillPlaceholders(label, { count }))
			.join(". ");
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
		const { fontsButton, fontsList } = this.#elements;
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

/** Returns the notation of a Unicode code point, such as U+0F40. */
function codePoint(number: number): string {
	return `U+${number.toString(16).toUpperCase().padStart(4, "0")}`;
}
