import type { SessionClient } from "../../api/session";
import { pagesOf, parsePageRanges } from "../../core/navigation/page-ranges";
import type { PageForm } from "../../core/session/settings";
import type { PageSizes, Size } from "../../core/layout/page-sizes";
import type { PageRange } from "../../core/layout/page-range";
import { fillPlaceholders } from "../../core/format/placeholders";
import { makeDialog, openDialog } from "../widgets/dialog";
import { PageView } from "../pages/page-view";
import { inParallel } from "../async/parallel";
import { translations } from "../translations";

/** The number of pages that are rendered at once. */
const parallel = 3;
/** The resolution of pages that are printed as pictures, in pixels per point. */
const pictureScale = 3;

/** The document to print. */
export interface PrintRequest {
	readonly client: SessionClient;
	readonly form: PageForm;
	readonly sizes: PageSizes;
	readonly version: number;
	/** The current page. */
	readonly page: number;
	/** The label of the current page. */
	readonly label: string;
}

/**
 * Prints pages as vector drawings, with their watermark. The pages are added to the DOM, each on a sheet of its own
 * size, and removed after printing.
 */
export class Printing {
	#container: HTMLElement | undefined;

	/** Asks for the pages to print, and prints them. */
	showDialog(request: PrintRequest): void {
		if (document.querySelector("dialog") !== null) {
			return;
		}
		const { form, field, hint, progress, button } = makeForm(request);
		const dialog = makeDialog(translations.print, form);
		const controller = new AbortController();
		form.addEventListener("submit", (event) => {
			event.preventDefault();
			const ranges = rangesOf(form, field, request);
			hint.hidden = ranges !== undefined;
			field.ariaInvalid = String(ranges === undefined);
			if (ranges === undefined) {
				field.focus();
				return;
			}
			button.disabled = true;
			void this.#print(request, [...pagesOf(ranges)], controller.signal, progress).then(
				() => {
					dialog.close();
				},
				(error: unknown) => {
					button.disabled = false;
					this.#removeContainer();
					if (!controller.signal.aborted) {
						progress.textContent = translations.printFailed;
						throw error;
					}
				},
			);
		});
		dialog.addEventListener("close", () => {
			controller.abort();
		});
		openDialog(dialog, form.querySelector<HTMLInputElement>("input:checked"));
	}

	async #print(
		request: PrintRequest,
		pages: readonly number[],
		signal: AbortSignal,
		progress: HTMLElement,
	): Promise<void> {
		this.#container = document.createElement("div");
		this.#container.className = "printed";
		const form = { ...request.form, pictureScale, text: false, words: false, buttons: false };
		const views = pages.map((page) => new PageView(page, form));
		this.#container.append(...views.map(({ element }) => element));
		const styleSheet = paperStyleSheet(views, request.sizes);
		document.body.append(this.#container);
		let done = 0;
		await inParallel(views, parallel, signal, async (view, signal) => {
			await view.load(request.client, request.version, signal);
			progress.textContent = fillPlaceholders(translations.printProgress, {
				done: ++done,
				count: views.length,
			});
		});
		document.adoptedStyleSheets.push(styleSheet);
		try {
			window.print(); // returns when the browser's print dialog is closed
		} finally {
			document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== styleSheet);
			for (const view of views) {
				view.remove();
			}
			this.#removeContainer();
		}
	}

	#removeContainer(): void {
		this.#container?.remove();
		this.#container = undefined;
	}
}

/** Returns a style sheet with a named page size for each size of paper, and assigns these page sizes to the pages. */
function paperStyleSheet(views: readonly PageView[], sizes: PageSizes): CSSStyleSheet {
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
function rangesOf(
	form: HTMLFormElement,
	field: HTMLInputElement,
	request: PrintRequest,
): PageRange[] | undefined {
	switch (new FormData(form).get("which")) {
		case "all":
			return [{ first: 1, last: request.sizes.count }];
		case "page":
			return [{ first: request.page, last: request.page }];
		default:
			return parsePageRanges(field.value, request.sizes.count);
	}
}

function makeForm({ sizes: { count }, label }: PrintRequest) {
	const form = document.createElement("form");
	form.className = "print-form";
	const field = document.createElement("input");
	field.type = "text";
	field.dir = "ltr"; // ranges have their smaller number on the left in all languages
	field.ariaLabel = translations.printSome;
	field.placeholder = `1-${count}`;
	field.autocomplete = "off";
	const customRange = radioOption("some", translations.printSome, false);
	customRange.append(field);
	field.addEventListener("focus", () => {
		const radio = customRange.querySelector("input");
		if (radio !== null) {
			radio.checked = true;
		}
	});
	const hint = document.createElement("p");
	hint.className = "dialog-hint";
	hint.role = "alert";
	hint.hidden = true;
	hint.textContent = fillPlaceholders(translations.printRange, { count });
	const progress = document.createElement("p");
	progress.role = "status";
	const button = document.createElement("button");
	button.className = "dialog-main";
	button.textContent = translations.print;
	form.append(
		radioOption("all", fillPlaceholders(translations.printAll, { count }), true),
		radioOption("page", fillPlaceholders(translations.printPage, { page: label }), false),
		customRange,
		hint,
		progress,
		button,
	);
	return { form, field, hint, progress, button };
}

function radioOption(value: string, label: string, checked: boolean): HTMLElement {
	const line = document.createElement("label");
	const radio = document.createElement("input");
	radio.type = "radio";
	radio.name = "which";
	radio.value = value;
	radio.checked = checked;
	line.append(radio, label);
	return line;
}

/**
 * Returns the hint that appears on paper if the reader uses the browser's own print command, which would print only the
 * visible part of the document.
 */
export function printHint(allowed: boolean): HTMLElement {
	const hint = document.createElement("p");
	hint.className = "print-hint";
	hint.textContent = allowed ? translations.printHint : translations.printForbidden;
	return hint;
}
