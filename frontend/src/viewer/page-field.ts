import { parsePageNumber } from "../core/pagenumber";
import type { Elements } from "./elements";
import { strings } from "./strings";

type FieldElements = Pick<Elements, "pageForm" | "pageField" | "pageCount" | "pageMore" | "pageHint">;

/** The field that shows the current page and takes another: Enter goes there, Escape gives up. */
export class PageField {
	#page = 0;
	#count = 0;
	#more = false;

	constructor(
		private readonly elements: FieldElements,
		private readonly go: (page: number) => void,
	) {
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
				pageField.blur();
			}
		});
		pageField.addEventListener("blur", () => {
			this.#hint("");
			pageField.value = String(this.#page);
		});
	}

	/** Shows the current page; what is being typed is left alone. */
	show(page: number, count: number): void {
		const { pageField, pageCount } = this.elements;
		if (page !== this.#page && document.activeElement !== pageField) {
			pageField.value = page === 0 ? "" : String(page);
		}
		if (count !== this.#count) {
			pageCount.textContent = count === 0 ? "–" : String(count);
			pageField.style.setProperty("--digits", String(String(count).length));
		}
		this.#page = page;
		this.#count = count;
	}

	/** Says whether the count is that of the pages so far, and more are coming. */
	expectMore(more: boolean): void {
		this.#more = more;
		this.elements.pageMore.hidden = !more;
	}

	#submit(): void {
		const { pageField } = this.elements;
		const number = parsePageNumber(pageField.value, this.#count);
		if (number.ok) {
			this.go(number.page);
			pageField.blur();
		} else {
			this.#hint(this.#more ? strings.pagesComing : strings.pageRange(this.#count));
			pageField.select();
		}
	}

	#hint(text: string): void {
		const { pageField, pageHint } = this.elements;
		pageHint.textContent = text;
		pageHint.hidden = text === "";
		pageField.ariaInvalid = String(text !== "");
	}
}
