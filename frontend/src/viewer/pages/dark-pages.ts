import { separateInk } from "./dark-ink";

/** Where this browser keeps that its reader wants pages dark. */
const key = "lectern-dark-pages";

/** Whether pages are dark. */
export function pagesAreDark(): boolean {
	return document.body.classList.contains("dark-pages");
}

/** Makes pages dark where the reader has left them so in another document, or before a reload. */
export function recallDarkPages(): void {
	try {
		document.body.classList.toggle("dark-pages", localStorage.getItem(key) !== null);
		spareAllPictures();
	} catch {
		// a page within another may have no storage
	}
}

/** Makes pages dark, or as they are, and remembers that. */
export function toggleDarkPages(): void {
	const dark = document.body.classList.toggle("dark-pages");
	spareAllPictures();
	try {
		if (dark) {
			localStorage.setItem(key, "");
		} else {
			localStorage.removeItem(key);
		}
	} catch {
		// they are so until a reload
	}
}

/** Keeps the colours of pictures on a drawn page while pages are dark. */
export function keepPictureColors(page: Element): void {
	const drawing = page.querySelector(".face > svg");
	if (drawing !== null && pagesAreDark()) {
		separateInk(drawing);
	}
}

function spareAllPictures(): void {
	document.querySelectorAll("#pages .page").forEach(keepPictureColors);
}
