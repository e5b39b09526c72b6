/** The time in milliseconds for which a sentence is shown. */
const displayTime = 6_000;

/** Shows a sentence for a short time below the pages. It replaces the previous sentence. */
export function announce(sentence: string): void {
	document.querySelector(".notice.passing")?.remove();
	const note = document.createElement("p");
	note.className = "notice passing";
	note.role = "status";
	document.body.append(note);
	note.textContent = sentence; // set after insertion, so that screen readers announce it
	window.setTimeout(() => {
		note.remove();
	}, displayTime);
}
