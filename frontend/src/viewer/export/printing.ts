import type { SessionClient } from "../../api/session";
import { pagesOf, parsePageRanges } from "../../core/navigation/page-ranges";
import type { PageForm } from "../../core/session/settings";
import type { PageSizes, Size } from "../../core/layout/page-sizes";
import type { PageRange } from "../../core/layout/page-range";
import { fillPlaceholders } from "../../core/format/placeholders";
import { makeDialog } from "../widgets/dialog";
import { PageView } from "../pages/page-view";
import { inParallel } from "../async/parallel";
import { words } from "../words";

/** The number of pages that are rendered at once. */
const parallel = 3;
/** The resolution of pages that are printed as pictures, in pixels per point. */
const pictureScale = 3;

/** The document to print. */
export interface Printed {
	readonly client: SessionClient;
	readonly form: PageForm;
	readonly sizes: PageSizes;
	readonly version: number;
	/** The current page. */
	readonly page: number;
}

/**
 * Prints pages as vector drawings, with their watermark. The pages are added to the DOM, each on a sheet of its own
 * size, and removed after printing.
 */
export class Printing {
	#printed: HTMLElement | undefined;

	/** Asks for the pages to print, and prints them. */
	ask(what: Printed): void {
		if (document.querySelector("dialog") !== null) {
			return;
		}
		const { form, field, hint, progress, button } = makeForm(what.sizes.count);
		const dialog = makeDialog(words.print, form);
		const stop = new AbortController();
		form.addEventListener("submit", (event) => {
			event.preventDefault();
			const ranges = rangesOf(form, field, what);
			hint.hidden = ranges !== undefined;
			field.ariaInvalid = String(ranges === undefined);
			if (ranges === undefined) {
				field.focus();
				return;
			}
			button.disabled = true;
			void this.#print(what, [...pagesOf(ranges)], stop.signal, progress).then(
				() => {
					dialog.close();
				},
				(error: unknown) => {
					button.disabled = false;
					this.#tidy();
					if (!stop.signal.aborted) {
						progress.textContent = words.printFailed;
						throw error;
					}
				},
			);
		});
		dialog.addEventListener("close", () => {
			stop.abort();
		});
		dialog.showModal();
	}

	async #print(
		what: Printed,
		pages: readonly number[],
		signal: AbortSignal,
		progress: HTMLElement,
	): Promise<void> {
		this.#printed = document.createElement("div");
		this.#printed.className = "printed";
		const form = { ...what.form, pictureScale, text: false, words: false, buttons: false };
		const views = pages.map((page) => new PageView(page, form));
		this.#printed.append(...views.map(({ element }) => element));
		const paper = paperOf(views, what.sizes);
		document.body.append(this.#printed);
		let done = 0;
		await inParallel(views, parallel, signal, async (view, signal) => {
			await view.load(what.client, what.version, signal);
			progress.textContent = fillPlaceholders(words.printProgress, { done: ++done, count: views.length });
		});
		document.adoptedStyleSheets.push(paper);
		try {
			window.print(); // comes back when the person has answered the browser's dialog
		} finally {
			document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== paper);
			for (const view of views) {
				view.remove();
			}
			this.#tidy();
		}
	}

	#tidy(): void {
		this.#printed?.remove();
		this.#printed = undefined;
	}
}

/** Returns a style sheet with a named page size for each size of paper, and assigns them to the pages. */
function paperOf(views: readonly PageView[], sizes: PageSizes): CSSStyleSheet {
	const papers = new Map<string, Size>();
	for (const { page, element } of views) {
		const { width, height } = sizes.size(page);
		const name = `paper-${width}-${height}`.replaceAll(".", "_");
		papers.set(name, { width, height });
		element.style.setProperty("page", name);
		element.style.width = `${width}pt`;
		element.style.height = `${height}pt`;
	}
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(
		[...papers]
			.map(([name, { width, height }]) => `@page ${name} { size: ${width}pt ${height}pt; margin: 0; }`)
			.join("\n"),
	);
	return sheet;
}

/** Returns the chosen pages; undefined if the typed text is invalid. */
function rangesOf(form: HTMLFormElement, field: HTMLInputElement, what: Printed): PageRange[] | undefined {
	switch (new FormData(form).get("which")) {
		case "all":
			return [{ first: 1, last: what.sizes.count }];
		case "page":
			return [{ first: what.page, last: what.page }];
		default:
			return parsePageRanges(field.value, what.sizes.count);
	}
}

function makeForm(count: number) {
	const form = document.createElement("form");
	form.className = "print-form";
	const field = document.createElement("input");
	field.type = "text";
	field.ariaLabel = words.printSome;
	field.placeholder = `1-${count}`;
	field.autocomplete = "off";
	const some = choice("some", words.printSome, false);
	some.append(field);
	field.addEventListener("focus", () => {
		const radio = some.querySelector("input");
		if (radio !== null) {
			radio.checked = true;
		}
	});
	const hint = document.createElement("p");
	hint.className = "dialog-hint";
	hint.role = "alert";
	hint.hidden = true;
	hint.textContent = fillPlaceholders(words.printRange, { count });
	const progress = document.createElement("p");
	progress.role = "status";
	const button = document.createElement("button");
	button.className = "dialog-main";
	button.textContent = words.print;
	form.append(
		choice("all", fillPlaceholders(words.printAll, { count }), true),
		choice("page", words.printPage, false),
		some,
		hint,
		progress,
		button,
	);
	return { form, field, hint, progress, button };
}

function choice(value: string, label: string, checked: boolean): HTMLElement {
	const line = document.createElement("label");
	const radio = document.createElement("input");
	radio.type = "radio";
	radio.name = "which";
	radio.value = value;
	radio.checked = checked;
	line.append(radio, label);
	return line;
}

/** Returns the hint that is printed when the browser's own print command is used, which would print only the window. */
export function printHint(allowed: boolean): HTMLElement {
	const hint = document.createElement("p");
	hint.className = "print-hint";
	hint.textContent = allowed ? words.printHint : words.printForbidden;
	return hint;
}
