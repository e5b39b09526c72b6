import { isRightToLeft } from "./translations";

const english = ["en", "It cannot be shown here.", "New window"] as const;

/** The texts of the error notice. The first item of each list is the language. */
const languages = [
	english,
	["de", "Anzeige hier nicht möglich.", "Neues Fenster"],
	["fr", "Affichage impossible ici.", "Nouvelle fenêtre"],
	["es", "No se puede mostrar aquí.", "Ventana nueva"],
	["fi", "Ei voi näyttää tässä.", "Uusi ikkuna"],
	["ar", "يتعذّر العرض هنا.", "نافذة جديدة"],
	["he", "לא ניתן להציג כאן.", "חלון חדש"],
	["ja", "表示できません。", "新しいウィンドウ"],
] as const;

/**
 * Returns an element with the message that a viewer cannot be shown, and a link that opens the viewer in a new window.
 */
export function makeErrorNotice(address: string): HTMLElement {
	const [language, message, action] =
		navigator.languages.flatMap((tag) => languages.filter(([name]) => name === tag.split("-")[0]))[0] ??
		english;
	const box = document.createElement("div");
	const text = document.createElement("p");
	const link = document.createElement("a");
	box.lang = language;
	box.dir = isRightToLeft(language) ? "rtl" : "ltr";
	// The style is set by script, because the Content-Security-Policy may forbid style attributes and style elements.
	box.style.cssText =
		"display:grid;place-content:center;min-height:100%;text-align:center;font:14px/1.4 system-ui;color:canvastext;background:canvas";
	text.textContent = message;
	link.textContent = action;
	link.href = address;
	link.target = "_blank";
	link.style.padding = "6px";
	box.append(text, link);
	return box;
}

/** Shows the notice above the page until it is clicked or Escape is pressed. */
export function showErrorNotice(address: string): void {
	const dialog = document.createElement("dialog");
	dialog.append(makeErrorNotice(address));
	dialog.onclick = dialog.onclose = () => {
		dialog.remove();
	};
	document.body.append(dialog);
	dialog.showModal();
}
