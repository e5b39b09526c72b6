import { parsePageNumber } from "../../core/navigation/page-number";
import { fillPlaceholders } from "../../core/format/placeholders";
import type { Elements } from "../elements";
import { focusPages } from "../widgets/focus-pages";
import { setText } from "../widgets/message-text";
import { translations } from "../translations";

type FieldElements = Pick<
	Elements,
	"pageForm" | "pageField" | "pageNumber" | "pageCount" | "pageMore" | "pageHint"
>;

/**
 * The maximum number of characters of a page label or a typed text to which the field's width adapts. A wider field
 * would not fit into the bar of a narrow window.
 */
const maxDigits = 7;

/**
 * The field that shows the current page and in which the reader types another page. Enter goes to the typed page, and
 * Escape cancels.
 */
export class PageField {
	readonly #elements: FieldElements;
	readonly #goTo: (page: number) => void;
	#page = 0;
	#count = 0;
	#expectsMore = false;
	#labels: readonly string[] = [];
	/** The number of characters of the longest number or label of a page. */
	#longest = 1;

	constructor(elements: FieldElements, goTo: (page: number) => void) {
		this.#elements = elements;
		this.#goTo = goTo;
		const { pageForm, pageField } = elements;
		pageForm.addEventListener("submit", (event) => {
			event.preventDefault();
			this.#submit();
		});
		pageField.addEventListener("focus", () => {
			pageField.select();
		});
		pageField.addEventListener("input", () => {
			this.#showHint("");
			this.#fitWidth();
		});
		pageField.addEventListener("keydown", (event) => {
			if (event.key === "Escape") {
				event.preventDefault(); // Escape only leaves the field
				focusPages();
			}
		});
		pageField.addEventListener("blur", () => {
			this.#showHint("");
			pageField.value = this.labelOf(this.#page);
			this.#fitWidth();
		});
	}

	/** Sets the labels of the pages. */
	setLabels(labels: readonly string[]): void {
		this.#labels = labels;
		this.#measureLabels();
		this.#elements.pageField.inputMode = labels.length > 0 ? "text" : "numeric";
		const page = this.#page;
		this.#page = 0;
		this.show(page, this.#count);
	}

	/** Shows the current page, unless the reader is typing. */
	show(page: number, count: number): void {
		const { pageField, pageCount, pageNumber } = this.#elements;
		if (page !== this.#page && document.activeElement !== pageField) {
			pageField.value = this.labelOf(page);
		}
		// A document with page labels shows the label and, in parentheses, the page number and the number of pages.
		const isLabelled = this.#labels.length > 0;
		setText(pageNumber, isLabelled ? `(${page} ` : "");
		setText(pageCount, count === 0 ? "–" : isLabelled ? `${count})` : String(count));
		this.#page = page;
		if (count !== this.#count) {
			this.#count = count;
			this.#measureLabels();
		}
	}

	/** Sets whether more pages are expected than the current count. */
	setExpectsMore(expectsMore: boolean): void {
		this.#expectsMore = expectsMore;
		this.#elements.pageMore.hidden = !expectsMore;
	}

	/** Returns the label of a page, or its number; an empty text for page 0. */
	labelOf(page: number): string {
		return page === 0 ? "" : (this.#labels[page - 1] ?? String(page));
	}

	#measureLabels(): void {
		const ofLabels = this.#labels.reduce((longest, { length }) => Math.max(longest, length), 0);
		this.#longest = Math.max(String(this.#count).length, Math.min(ofLabels, maxDigits));
		this.#fitWidth();
	}

	/**
	 * Makes the field wide enough for every page, so that its width does not change from page to page, and for the text
	 * that the reader types.
	 */
	#fitWidth(): void {
		const { pageField } = this.#elements;
		const digits = Math.max(this.#longest, Math.min(pageField.value.length, maxDigits));
		pageField.style.setProperty("--digits", String(digits));
	}

	#submit(): void {
		const { pageField } = this.#elements;
		const number = parsePageNumber(pageField.value, this.#count, this.#labels);
		if (number.ok) {
			this.#goTo(number.page);
			focusPages();
		} else {
			this.#showHint(this.#expectsMore ? translations.pagesComing : this.#rangeHint);
			pageField.select();
		}
	}

	get #rangeHint(): string {
		return this.#count === 1
			? translations.onePage
			: fillPlaceholders(translations.pageRange, {
					first: this.labelOf(1),
					last: this.labelOf(this.#count),
				});
	}

	#showHint(text: string): void {
		const { pageField, pageHint } = this.#elements;
		pageHint.textContent = text;
		pageHint.hidden = text === "";
		pageField.ariaInvalid = String(text !== "");
	}
}
