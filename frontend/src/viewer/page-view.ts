import type { SessionClient } from "../api/session";
import type { Rect } from "../core/layout";
import type { PageForm } from "../core/settings";
import { isShown, loadPicture } from "./page-picture";
import { parsePageSVG } from "./page-svg";
import { strings } from "./strings";
import { makeTextLayer, scaleTextLayer } from "./text-layer";

/** One page in the DOM: its sheet of paper, its picture, and its text over it. */
export class PageView {
	readonly element: HTMLElement;
	/** The version of the picture that is shown, and of the text; undefined while there is none. */
	#picture: number | undefined;
	#words: number | undefined;
	#text: HTMLElement | undefined;
	#scale = 1;
	/** The picture that the server put into the page, which may not have come yet. */
	#given: { readonly image: HTMLImageElement; readonly version: number } | undefined;

	constructor(
		readonly page: number,
		private readonly form: PageForm,
		element?: HTMLElement,
	) {
		this.element = element ?? makeSheet(page);
	}

	/** Takes over a sheet that the server rendered, with the picture in it. */
	static adopt(element: HTMLElement, page: number, form: PageForm, version: number): PageView {
		const view = new PageView(page, form, element);
		const image = element.querySelector("img");
		if (image === null) {
			view.#picture = version;
		} else {
			view.#given = { image, version };
		}
		return view;
	}

	/** Whether picture and text are those of a version. */
	shows(version: number): boolean {
		return this.#picture === version && (this.#words === version || this.form.pictures);
	}

	/** Puts the sheet to its place. `shift` is what the scroller takes from every height. */
	place(rect: Rect, shift: number, scale: number): void {
		const { style } = this.element;
		style.left = `${rect.left}px`;
		style.top = `${rect.top - shift}px`;
		style.width = `${rect.width}px`;
		style.height = `${rect.height}px`;
		this.#scale = scale;
		if (this.#text !== undefined) {
			scaleTextLayer(this.#text, scale);
		}
	}

	/** Loads what is missing of a version: the picture first. What is shown stays until its successor is there. */
	async load(client: SessionClient, version: number, signal: AbortSignal): Promise<void> {
		if (this.#picture !== version) {
			const picture =
				(await this.#takeGiven(version, signal)) ?? (await this.#fetch(client, version, signal));
			picture.setAttribute("aria-hidden", "true");
			this.#replace<Element>(this.element.querySelector(":scope > :is(svg, img)"), picture);
			this.#picture = version;
			this.element.dataset["state"] = "drawn";
			this.#note?.remove();
		}
		if (!this.form.pictures && this.#words !== version) {
			const text = makeTextLayer(await client.words(this.page, version, signal));
			scaleTextLayer(text, this.#scale);
			this.#text = this.#replace(this.#text ?? null, text);
			this.#words = version;
		}
	}

	/** The picture that the server put into the page, once it has come; undefined where it is no use. */
	async #takeGiven(version: number, signal: AbortSignal): Promise<HTMLImageElement | undefined> {
		const given = this.#given;
		this.#given = undefined;
		if (given === undefined) {
			return undefined;
		}
		if (!(await isShown(given.image))) {
			given.image.remove();
			this.element.dataset["state"] = "loading";
			this.element.append(makeNote());
			return undefined;
		}
		signal.throwIfAborted();
		return given.version === version ? given.image : undefined;
	}

	async #fetch(client: SessionClient, version: number, signal: AbortSignal): Promise<Element> {
		const { pictures, pictureScale } = this.form;
		return pictures
			? loadPicture(await client.picture(this.page, version, pictureScale, signal))
			: parsePageSVG(await client.svg(this.page, version, signal));
	}

	/** Says on the sheet that its picture takes long. */
	takesLong(): void {
		if (this.#picture === undefined) {
			this.#say(strings.pageSlow);
		}
	}

	/** Says on the sheet that it could not be loaded, and offers to try again. A picture that is there stays. */
	fail(sentence: string, retry: () => void): void {
		if (this.#picture !== undefined) {
			return;
		}
		this.#say(sentence);
		if (this.element.dataset["state"] === "failed") {
			return; // with the focus on its button
		}
		this.element.dataset["state"] = "failed";
		const button = document.createElement("button");
		button.type = "button";
		button.textContent = strings.retry;
		button.addEventListener("click", retry);
		this.#note?.append(button);
	}

	/** Shows that a sheet is being loaded that could not be. */
	awaits(): void {
		if (this.element.dataset["state"] === "failed") {
			this.element.dataset["state"] = "loading";
			this.#note?.replaceWith(makeNote());
		}
	}

	/** What stands on a sheet that has no picture. */
	get #note(): HTMLElement | null {
		return this.element.querySelector(":scope > .page-note");
	}

	#say(sentence: string): void {
		const there = this.#note?.querySelector("p");
		const line = there ?? document.createElement("p");
		line.textContent = sentence;
		if (line !== there) {
			this.#note?.append(line);
		}
	}

	/** Puts an element into the place of its predecessor, and gives the one that is there: what is the same stays. */
	#replace<T extends Element>(old: T | null, made: T): T {
		if (old === null) {
			this.element.append(made);
		} else if (old.isEqualNode(made)) {
			return old; // with the selection in it
		} else {
			old.replaceWith(made);
		}
		return made;
	}
}

function makeSheet(page: number): HTMLElement {
	const sheet = document.createElement("article");
	sheet.className = "page";
	sheet.dataset["page"] = String(page);
	sheet.dataset["state"] = "loading";
	sheet.setAttribute("aria-label", strings.page(page));
	sheet.append(makeNote());
	return sheet;
}

/** A note that turns while the page is loaded, and can say more. */
function makeNote(): HTMLElement {
	const note = document.createElement("div");
	note.className = "page-note";
	return note;
}
