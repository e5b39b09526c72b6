import type { Rect } from "../../core/layout/layout";
import type { PageForm } from "../../core/session/settings";

/** Rotates the content of a sheet. After a quarter turn, the content is as wide as the sheet is high. */
export function rotateContent({ style }: HTMLElement, rect: Rect, quarters: number): void {
	if (quarters === 0) {
		if (style.rotate !== "") {
			style.cssText = "";
		}
		return;
	}
	const [width, height] = quarters % 2 === 1 ? [rect.height, rect.width] : [rect.width, rect.height];
	style.inset = "auto";
	style.left = `${(rect.width - width) / 2}px`;
	style.top = `${(rect.height - height) / 2}px`;
	style.width = `${width}px`;
	style.height = `${height}px`;
	style.rotate = `${quarters * 90}deg`;
}

/** Replaces a sheet with a button that has the same content. */
export function toButton(sheet: HTMLElement): HTMLElement {
	const button = document.createElement("button");
	button.className = sheet.className;
	Object.assign(button.dataset, sheet.dataset);
	button.ariaLabel = sheet.ariaLabel;
	button.append(...sheet.childNodes);
	sheet.replaceWith(button);
	return button;
}

/** Creates the sheet of a page, which shows a spinner until the page is loaded. */
export function makeSheet(page: number, form: PageForm): HTMLElement {
	const sheet = document.createElement(form.buttons ? "button" : "article");
	sheet.className = form.text ? "page reading" : "page";
	sheet.dataset["page"] = String(page);
	sheet.dataset["state"] = "loading";
	const face = document.createElement("div");
	face.className = "face";
	sheet.append(face, makeNote(), ...makeWatermark(form.mark), makeNumber());
	return sheet;
}

/** Returns the watermark, which covers the whole page; empty if there is none. */
function makeWatermark(address: string): HTMLElement[] {
	if (address === "") {
		return [];
	}
	const mark = new Image();
	mark.className = "mark";
	mark.alt = "";
	mark.src = address;
	return [mark];
}

function makeNumber(): HTMLElement {
	const number = document.createElement("span");
	number.className = "page-number";
	number.ariaHidden = "true";
	return number;
}

/** Returns a note with a spinner, which is shown while the page loads. A message can be added to it. */
export function makeNote(): HTMLElement {
	const note = document.createElement("div");
	note.className = "page-note";
	return note;
}
