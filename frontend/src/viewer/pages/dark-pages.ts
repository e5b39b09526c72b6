import { separateInk } from "./dark-ink";

/** The key in the browser's storage for the reader's choice of dark pages. */
const key = "lectern-dark-pages";

/** Reports whether pages are dark. */
export function pagesAreDark(): boolean {
	return document.body.classList.contains("dark-pages");
}

/** Switches dark pages on if the reader chose them in another document or before a reload. */
export function restoreDarkPages(): void {
	try {
		document.body.classList.toggle("dark-pages", localStorage.getItem(key) !== null);
		keepAllPictureColors();
	} catch {
		// The error is ignored, because a framed page may have no storage.
	}
}

/** Switches dark pages on or off, and stores the choice. */
export function toggleDarkPages(): void {
	const dark = document.body.classList.toggle("dark-pages");
	keepAllPictureColors();
	try {
		if (dark) {
			localStorage.setItem(key, "");
		} else {
			localStorage.removeItem(key);
		}
	} catch {
		// Without storage, the choice is lost with a reload.
	}
}

/** Keeps the colors of pictures on a vector page while pages are dark. */
export function keepPictureColors(page: Element): void {
	const drawing = page.querySelector(".face > svg");
	if (drawing !== null && pagesAreDark()) {
		separateInk(drawing);
	}
}

function keepAllPictureColors(): void {
	document.querySelectorAll("#pages .page").forEach(keepPictureColors);
}
