import type { SessionClient } from "../../api/session";
import type { Rect } from "../../core/layout/layout";
import { isSufficient, type Rendering, renderingFor } from "../../core/rendering/resolution";
import type { PageForm } from "../../core/session/settings";
import type { Box } from "../../core/text/page-text";
import type { LocalizedMessage } from "../../core/session/message";
import { fillPlaceholders } from "../../core/format/placeholders";
import { actualSize } from "../../core/layout/zoom";
import { makeHitLayer } from "./hit-layer";
import { makeLinkLayer } from "./link-layer";
import { type Drawing, fetchDrawing } from "./page-drawing";
import { fontOf, useFont } from "./page-font";
import { scaleLayer } from "./page-layers";
import { isDecodable } from "./page-picture";
import { makeNote, makeSheet, rotateContent, toButton } from "./page-sheet";
import { makeReflow } from "./reflow";
import { ReflowMarks } from "./reflow-marks";
import type { Point, Position } from "../../core/layout/view";
import { showMessage } from "../widgets/message-text";
import { makeTextLayer, scaleTextLayer, showsText } from "./text-layer";
import { translations } from "../translations";

/** The resolution, in pixels per point, of the picture that the server embeds in the page. */
const embeddedScale = 2;

/** The parameters for placing sheets. */
export interface Placement {
	/** The offset of the scroller, which is subtracted from every position. */
	readonly shift: Position;
	/** Returns the scale of a page in CSS pixels per point. */
	readonly scaleOf: (page: number) => number;
	/** The number of quarter turns to the right. */
	readonly quarters: number;
}

/** The hits of a page, each given by its boxes in points. */
export interface PageHits {
	readonly hits: readonly (readonly Box[])[];
	/** The index of the current hit; -1 if it is on another page. */
	readonly current: number;
}

/**
 * One page in the DOM: a sheet, and its content, which rotates with the page. The content consists of the picture and,
 * over it, the text, the links and the hits.
 */
export class PageView {
	readonly #form: PageForm;
	readonly element: HTMLElement;
	readonly #face: HTMLElement;
	/** The picture that is shown, with its version; undefined if there is none. */
	#picture: { readonly version: number; readonly rendering: Rendering } | undefined;
	#wordsVersion: number | undefined;
	#requiredRendering: Rendering;
	#text: HTMLElement | undefined;
	#links: HTMLElement | undefined;
	/** The fills and edges of the hits. */
	#hits: readonly HTMLElement[] = [];
	#pageHits: PageHits | undefined;
	/** The marks of hits in the reflowed text; undefined until the text is loaded. */
	#reflowMarks: ReflowMarks | undefined;
	#scale = 1;
	/** The picture that the server embedded in the viewer's HTML; it may still be loading. */
	#embedded: { readonly image: HTMLImageElement; readonly version: number } | undefined;

	constructor(
		readonly page: number,
		form: PageForm,
		element?: HTMLElement,
	) {
		this.#form = form;
		this.element = element ?? makeSheet(page, form);
		this.#face = this.element.querySelector<HTMLElement>(":scope > .face") ?? this.element;
		this.#requiredRendering = renderingFor(form, Infinity, Infinity);
	}

	/** Creates the view of a sheet that the server rendered, including its picture. */
	static adopt(element: HTMLElement, page: number, form: PageForm, version: number): PageView {
		const view = new PageView(page, form, form.buttons ? toButton(element) : element);
		const image = view.#face.querySelector("img");
		if (form.text) {
			return view; // the server rendered only a placeholder
		}
		if (image === null) {
			view.#picture = { version, rendering: "drawing" };
		} else {
			view.#embedded = { image, version };
		}
		return view;
	}

	/**
	 * Reports whether the picture is drawn, as in `isDrawn`, and the words are of the given version. The words are
	 * required only if the page is large enough to be read.
	 */
	isComplete(version: number): boolean {
		return this.isDrawn(version) && (this.#wordsVersion === version || !this.#isReadable);
	}

	/** Reports whether the picture is of the given version and sharp enough for the current size. */
	isDrawn(version: number): boolean {
		return (
			this.#picture?.version === version && isSufficient(this.#picture.rendering, this.#requiredRendering)
		);
	}

	/** Whether the page is shown large enough to be read, so that its words are needed. */
	get #isReadable(): boolean {
		return this.#form.words && this.#requiredRendering === "drawing";
	}

	/** Sets the label of the page. */
	setLabel(label: string): void {
		this.element.ariaLabel = fillPlaceholders(translations.page, { page: label });
		const number = this.element.querySelector(":scope > .page-number");
		number?.replaceChildren(label);
	}

	/** Removes the sheet. */
	remove(): void {
		this.mark(undefined);
		this.element.remove();
	}

	/** Sets the position and size of the sheet. */
	setPosition(rect: Rect, { shift, scaleOf, quarters }: Placement): void {
		const { style } = this.element;
		const scale = scaleOf(this.page);
		style.left = `${rect.left - shift.left}px`;
		style.top = `${rect.top - shift.top}px`;
		style.width = `${rect.width}px`;
		style.height = `${rect.height}px`;
		if (this.#form.text) {
			this.#face.style.setProperty("--factor", String(scale / actualSize));
			return;
		}
		rotateContent(this.#face, rect, quarters);
		const side = Math.max(rect.width, rect.height);
		this.#requiredRendering = renderingFor(this.#form, scale * window.devicePixelRatio, side);
		if (scale !== this.#scale) {
			this.#scale = scale;
			this.#scaleLayers();
		}
	}

	/** Shows a small picture of the page until a sharper one is loaded. */
	showPreview(picture: HTMLImageElement): void {
		const canvas = document.createElement("canvas");
		canvas.className = "preview";
		canvas.width = picture.naturalWidth;
		canvas.height = picture.naturalHeight;
		canvas.getContext("2d")?.drawImage(picture, 0, 0);
		this.#face.prepend(canvas);
	}

	/** The picture, if it is an image and not a drawing. */
	get picture(): HTMLImageElement | undefined {
		return this.#face.querySelector<HTMLImageElement>(":scope > img") ?? undefined;
	}

	/** Marks the hits of the page; undefined removes the marks. */
	mark(pageHits: PageHits | undefined): void {
		this.#pageHits = pageHits;
		this.#hits.forEach((layer) => {
			layer.remove();
		});
		this.#hits = [];
		if (this.#form.text) {
			this.#reflowMarks?.show(pageHits?.hits ?? [], pageHits?.current ?? -1);
			return;
		}
		if (pageHits === undefined) {
			return;
		}
		const { hits, current } = pageHits;
		const [fills, edges] = [makeHitLayer("fill", hits, current), makeHitLayer("hit", hits, current)];
		this.#hits = [fills, edges];
		this.#face.prepend(fills);
		this.#face.append(edges);
		this.#scaleLayers();
	}

	/**
	 * Loads the picture of a version of the document. If this picture is loaded already, loads the words of the page.
	 * The current content stays until the new content is loaded. Resolves to true if nothing is left to load.
	 */
	async load(client: SessionClient, version: number, signal: AbortSignal): Promise<boolean> {
		if (this.#form.text) {
			await this.#loadText(client, version, signal);
		} else if (!this.isDrawn(version)) {
			const drawing =
				(await this.#takeEmbedded(version, signal)) ??
				(await fetchDrawing(client, { page: this.page, version }, this.#requiredRendering, signal));
			this.#showDrawing(drawing, version);
		} else if (this.#isReadable && this.#wordsVersion !== version) {
			await this.#loadWords(client, version, signal);
		}
		return this.isComplete(version);
	}

	/** Loads the page's words and links, and adds them over its picture. */
	async #loadWords(client: SessionClient, version: number, signal: AbortSignal): Promise<void> {
		const pageWords = await client.words(this.page, version, signal);
		const picture = this.#face.querySelector(":scope > svg");
		const font = picture === null ? undefined : await fontOf(picture);
		signal.throwIfAborted();
		if (this.#text === undefined || !showsText(this.#text, pageWords)) {
			this.#text = this.#replace(this.#text ?? null, makeTextLayer(pageWords, font?.family));
			if (font !== undefined) {
				useFont(font, this.#text);
			}
		}
		this.#links = this.#replace(this.#links ?? null, makeLinkLayer(pageWords));
		this.#wordsVersion = version;
		this.#scaleLayers();
	}

	/** Loads the page's words as reflowed text. */
	async #loadText(client: SessionClient, version: number, signal: AbortSignal): Promise<void> {
		const pageWords = await client.words(this.page, version, signal);
		const text = makeReflow(pageWords);
		this.#face.replaceChildren(text);
		this.#reflowMarks?.show([], -1);
		this.#reflowMarks = new ReflowMarks(text, pageWords);
		this.mark(this.#pageHits);
		this.#picture = { version, rendering: "drawing" };
		this.#wordsVersion = version;
		this.element.dataset["state"] = "drawn";
		this.#noteElement?.remove();
	}

	/** The height of the reflowed text in CSS pixels; 0 if there is none. */
	get textHeight(): number {
		return this.#face.firstElementChild?.getBoundingClientRect().height ?? 0;
	}

	/**
	 * Returns the middle of the first line of the text that the given boxes of the page (in points) contain. The
	 * position in the reflowed text is given in fractions of the sheet's sides. Returns undefined if the boxes contain
	 * no text, or if the text is not loaded yet.
	 */
	textPoint(boxes: readonly Box[]): Point | undefined {
		const text = this.#reflowMarks?.reveal(boxes);
		const sheet = this.element.getBoundingClientRect();
		return (
			text && {
				x: (text.left + text.width / 2 - sheet.left) / sheet.width,
				y: (text.top + text.height / 2 - sheet.top) / sheet.height,
			}
		);
	}

	#showDrawing({ picture, font, rendering }: Drawing, version: number): void {
		picture.setAttribute("aria-hidden", "true");
		const old = this.#face.querySelector(":scope > :is(svg, img)");
		if (this.#replace<Element>(old, picture) === picture && font !== undefined) {
			useFont(font, picture);
		}
		this.#picture = { version, rendering };
		this.#face.querySelector(":scope > .preview")?.remove();
		this.element.dataset["state"] = "drawn";
		this.#noteElement?.remove();
	}

	/**
	 * Returns the picture that the server embedded in the page, once it is loaded; undefined if there is none, or if it
	 * cannot be used.
	 */
	async #takeEmbedded(version: number, signal: AbortSignal): Promise<Drawing | undefined> {
		const embedded = this.#embedded;
		this.#embedded = undefined;
		if (embedded === undefined) {
			return undefined;
		}
		if (!(await isDecodable(embedded.image))) {
			embedded.image.remove();
			this.element.dataset["state"] = "loading";
			this.element.append(makeNote());
			return undefined;
		}
		signal.throwIfAborted();
		return embedded.version === version ? { picture: embedded.image, rendering: embeddedScale } : undefined;
	}

	/** Shows a note on the sheet that loading takes long. */
	showSlow(): void {
		if (this.#picture === undefined) {
			this.#showNote({ text: translations.pageSlow });
		}
	}

	/**
	 * Shows a note on the sheet that the page waits for the connection. The note has no button, because the notice of
	 * the lost connection has one for all pages.
	 */
	showDisconnected(): void {
		if (this.#picture === undefined) {
			this.showLoading();
			this.#showNote({ text: translations.pageOffline });
		}
	}

	/**
	 * Shows a note on the sheet that loading has failed, with a button to retry. A sheet that already shows a picture
	 * keeps it, without a note.
	 */
	showFailure(message: LocalizedMessage, retry: () => void): void {
		if (this.#picture !== undefined) {
			return;
		}
		this.#showNote(message);
		if (this.element.dataset["state"] === "failed") {
			return; // keep the button, which may have the focus
		}
		this.element.dataset["state"] = "failed";
		if (this.#form.buttons) {
			return; // the sheet itself is a button
		}
		const button = document.createElement("button");
		button.type = "button";
		button.textContent = translations.retry;
		button.addEventListener("click", retry);
		this.#noteElement?.append(button);
	}

	/** Shows that a failed sheet is being loaded again. */
	showLoading(): void {
		if (this.element.dataset["state"] === "failed") {
			this.element.dataset["state"] = "loading";
			this.#noteElement?.replaceWith(makeNote());
		}
	}

	/** The note on a sheet that has no picture. */
	get #noteElement(): HTMLElement | null {
		return this.element.querySelector(":scope > .page-note");
	}

	#showNote(message: LocalizedMessage): void {
		if (this.#form.buttons) {
			return; // the accessible name of a button is its page number
		}
		const existing = this.#noteElement?.querySelector("p");
		const line = existing ?? document.createElement("p");
		showMessage(line, message);
		if (line !== existing) {
			this.#noteElement?.append(line);
		}
	}

	#scaleLayers(): void {
		if (this.#text !== undefined) {
			scaleTextLayer(this.#text, this.#scale);
		}
		for (const layer of [this.#links, ...this.#hits]) {
			if (layer !== undefined) {
				scaleLayer(layer, this.#scale);
			}
		}
	}

	/** Replaces an element by another one, unless both are equal. Returns the element that is now in the DOM. */
	#replace<T extends Element>(old: T | null, replacement: T): T {
		if (old === null) {
			this.#face.append(replacement);
		} else if (old.isEqualNode(replacement)) {
			return old; // so that a selection in it is kept
		} else {
			old.replaceWith(replacement);
		}
		return replacement;
	}
}
