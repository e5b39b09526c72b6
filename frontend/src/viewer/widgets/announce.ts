/** How long a sentence is shown, in milliseconds. */
const shownFor = 6_000;

/** Says a sentence in passing, under the pages; the next one takes its place. */
export function announce(sentence: string): void {
	document.querySelector(".notice.passing")?.remove();
	const note = document.createElement("p");
	note.className = "notice passing";
	note.role = "status";
	document.body.append(note);
	note.textContent = sentence; // once it is there, so that it is read aloud
	window.setTimeout(() => {
		note.remove();
	}, shownFor);
}
