const english = ["en", "It cannot be shown here.", "New window"] as const;

/** The words of embed.js, behind their language. */
const languages = [
	english,
	["de", "Anzeige hier nicht möglich.", "Neues Fenster"],
	["fr", "Affichage impossible ici.", "Nouvelle fenêtre"],
	["es", "No se puede mostrar aquí.", "Ventana nueva"],
	["fi", "Ei voi näyttää tässä.", "Uusi ikkuna"],
	["ja", "表示できません。", "新しいウィンドウ"],
] as const;

/** Returns an element that says a viewer cannot be shown, with a link that opens it in a new window. */
export function makeErrorNotice(address: string): HTMLElement {
	const [language, words, action] =
		navigator.languages.flatMap((tag) => languages.filter(([name]) => name === tag.split("-")[0]))[0] ??
		english;
	const box = document.createElement("div");
	const text = document.createElement("p");
	const link = document.createElement("a");
	box.lang = language;
	// Properties, which a page's policy allows where it forbids attributes and elements.
	box.style.cssText =
		"display:grid;place-content:center;min-height:100%;text-align:center;font:14px/1.4 system-ui;color:canvastext;background:canvas";
	text.textContent = words;
	link.textContent = action;
	link.href = address;
	link.target = "_blank";
	link.style.padding = "6px";
	box.append(text, link);
	return box;
}

/** Shows the same above the page, until a press or Escape closes it. */
export function showErrorNotice(address: string): void {
	const dialog = document.createElement("dialog");
	dialog.append(makeErrorNotice(address));
	dialog.onclick = dialog.onclose = () => {
		dialog.remove();
	};
	document.body.append(dialog);
	dialog.showModal();
}
