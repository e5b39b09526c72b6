import type { MissingGlyphs, SessionClient } from "../../api/session";
import { fillPlaceholders } from "../../core/format/placeholders";
import { phaseOf, type ViewerState } from "../../core/session/viewer-state";
import type { Elements } from "../elements";
import { whenIdle } from "../async/idle";
import { focusPages } from "../widgets/focus-pages";
import { makeIsolated } from "../widgets/message-text";
import { translations } from "../translations";

/** The names of groups of characters that belong to no script. */
const kinds: Readonly<Record<string, string>> = {
	private: translations.unseenPrivate,
	pictures: translations.unseenPictures,
	symbols: translations.unseenSymbols,
	unknown: translations.unseenUnknown,
};

type FontsElements = Pick<Elements, "fonts" | "fontsButton" | "fontsList">;

/** The button beside the title that opens a list of the document's missing fonts and characters. */
export class MissingFonts {
	readonly #elements: FontsElements;
	readonly #client: SessionClient;
	/** The version of the document for which fonts were last requested. */
	#requestedVersion = 0;
	#expired = false;
	#lines: readonly string[] = [];

	constructor(elements: FontsElements, client: SessionClient) {
		this.#elements = elements;
		this.#client = client;
		const { fonts, fontsButton, fontsList } = elements;
		fontsButton.addEventListener("click", () => {
			const opens = fontsButton.ariaExpanded !== "true";
			this.#toggle(opens);
			if (!opens) {
				focusPages();
			}
		});
		fonts.addEventListener("keydown", (event) => {
			if (event.key === "Escape" && !fontsList.hidden) {
				event.preventDefault(); // Escape closes only the list
				this.#toggle(false);
				focusPages();
			} else if (event.target === fontsList && !event.ctrlKey && !event.metaKey) {
				event.stopPropagation(); // arrow keys scroll the list, not the pages
			}
		});
		// A touch on the pages closes the list, too. It does not move the focus, so pointer events are handled besides
		// focus events.
		for (const eventType of ["pointerdown", "focusin"]) {
			document.addEventListener(eventType, (event) => {
				if (!fontsList.hidden && event.target instanceof Node && !fonts.contains(event.target)) {
					this.#toggle(false);
				}
			});
		}
	}

	/** Requests the missing fonts once the document is complete and the browser is idle. */
	show(state: ViewerState): void {
		if (phaseOf(state) === "ready" && state.version !== this.#requestedVersion) {
			this.#requestedVersion = state.version;
			whenIdle(() => {
				void this.#load(state.version);
			});
		}
	}

	/** The missing fonts and the missing characters, as one line of text each. */
	get lines(): readonly string[] {
		return this.#lines;
	}

	/** Removes the button, because the session has expired. */
	handleExpiry(): void {
		this.#expired = true;
		this.#elements.fonts.hidden = true;
	}

	async #load(version: number): Promise<void> {
		let missingGlyphs: MissingGlyphs = { missing: [], unseen: [] };
		try {
			missingGlyphs = await this.#client.missingGlyphs(version);
		} catch {
			// The failure is ignored: the pages are readable without the list, and an expired session is detected
			// elsewhere.
		}
		if (version === this.#requestedVersion && !this.#expired) {
			this.#render(missingGlyphs);
		}
	}

	#render({ missing, unseen }: MissingGlyphs): void {
		const { fonts, fontsButton, fontsList } = this.#elements;
		const sections = [
			{
				count: missing.length,
				label: translations.fontsButton,
				title: translations.fontsTitle,
				message: translations.fontsMessage,
				lines: missing.map(({ name, substitute }) =>
					substitute === undefined ? name : `${name} → ${substitute}`,
				),
			},
			{
				count: unseen.reduce((sum, { count }) => sum + count, 0),
				label: translations.unseenButton,
				title: translations.unseenTitle,
				message: translations.unseenMessage,
				lines: unseen.map(({ kind, count, example }) =>
					fillPlaceholders(translations.unseen, {
						kind: kinds[kind] ?? kind,
						count,
						example: codePoint(example),
					}),
				),
			},
		].filter(({ count }) => count > 0);
		this.#lines = sections.map(
			({ label, count, lines }) => `${fillPlaceholders(label, { count })} (${lines.join(", ")})`,
		);
		fontsButton.ariaLabel = fontsButton.title = sections
			.map(({ label, count }) => fillPlaceholders(label, { count }))
			.join(". ");
		fontsList.ariaLabel = sections.map(({ title }) => title).join(", ");
		fontsList.replaceChildren(
			...sections.flatMap(({ title, message, lines }) => {
				const list = document.createElement("ul");
				list.append(...lines.map(lineElement));
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

function lineElement(line: string): HTMLElement {
	const entry = document.createElement("li");
	entry.append(makeIsolated(line));
	return entry;
}

/** Returns the notation of a Unicode code point, such as U+0F40. */
function codePoint(number: number): string {
	return `U+${number.toString(16).toUpperCase().padStart(4, "0")}`;
}
