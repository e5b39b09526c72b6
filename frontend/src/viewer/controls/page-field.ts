import { parsePageNumber } from "../../core/navigation/page-number";
import { fillPlaceholders } from "../../core/format/placeholders";
import type { Elements } from "../elements";
import { setText } from "../widgets/message-text";
import { words } from "../words";

type FieldElements = Pick<
	Elements,
	"pageForm" | "pageField" | "pageNumber" | "pageCount" | "pageMore" | "pageHint"
>;

/** The field that shows the current page and accepts another one: Enter goes to it, and Escape cancels. */
export class PageField {
	readonly #elements: FieldElements;
	readonly #go: (page: number) => void;
	#page = 0;
	#count = 0;
	#more = false;
	#labels: readonly string[] = [];

	constructor(elements: FieldElements, go: (page: number) => void) {
		this.#elements = elements;
		this.#go = go;
		const { pageForm, pageField } = elements;
		pageForm.addEventListener("submit", (event) => {
			event.preventDefault();
			this.#submit();
		});
		pageField.addEventListener("focus", () => {
			pageField.select();
		});
		pageField.addEventListener("input", () => {
			this.#hint("");
		});
		pageField.addEventListener("keydown", (event) => {
			if (event.key === "Escape") {
				event.preventDefault(); // it leaves the field, and no more
				pageField.blur();
			}
		});
		pageField.addEventListener("blur", () => {
			this.#hint("");
			pageField.value = this.#nameOf(this.#page);
		});
	}

	/** Sets the labels of the pages. */
	name(labels: readonly string[]): void {
		this.#labels = labels;
		this.#elements.pageField.inputMode = labels.length > 0 ? "text" : "numeric";
		const page = this.#page;
		this.#page = 0;
		this.show(page, this.#count);
	}

	/** Shows the current page, unless the reader is typing. */
	show(page: number, count: number): void {
		const { pageField, pageCount, pageNumber } = this.#elements;
		if (page !== this.#page && document.activeElement !== pageField) {
			pageField.value = this.#nameOf(page);
		}
		setText(pageNumber, this.#nameOf(page) === String(page) || page === 0 ? "" : `(${page}) `);
		if (count !== this.#count) {
			pageCount.textContent = count === 0 ? "–" : String(count);
			pageField.style.setProperty("--digits", String(String(count).length));
		}
		this.#page = page;
		this.#count = count;
	}

	/** Sets whether more pages are coming than the count shows. */
	expectMore(more: boolean): void {
		this.#more = more;
		this.#elements.pageMore.hidden = !more;
	}

	/** Returns the label of a page, or its number. */
	#nameOf(page: number): string {
		return page === 0 ? "" : (this.#labels[page - 1] ?? String(page));
	}

	#submit(): void {
		const { pageField } = this.#elements;
		const number = parsePageNumber(pageField.value, this.#count, this.#labels);
		if (number.ok) {
			this.#go(number.page);
			pageField.blur();
		} else {
			this.#hint(this.#more ? words.pagesComing : this.#range);
			pageField.select();
		}
	}

	get #range(): string {
		return this.#count === 1 ? words.onePage : fillPlaceholders(words.pageRange, { count: this.#count });
	}

	#hint(text: string): void {
		const { pageField, pageHint } = this.#elements;
		pageHint.textContent = text;
		pageHint.hidden = text === "";
		pageField.ariaInvalid = String(text !== "");
	}
}
