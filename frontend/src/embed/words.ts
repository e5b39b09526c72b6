/** Every word that embed.js says to readers, behind the language that they are in. */
export type Words = readonly [
	language: string,
	document: string,
	close: string,
	minimise: string,
	elsewhere: string,
	newWindow: string,
	lost: string,
];

const english: Words = [
	"en",
	"Document",
	"Close",
	"Minimize",
	"Move",
	"New window",
	"It cannot be shown here.",
];

const languages: readonly Words[] = [
	english,
	[
		"de",
		"Dokument",
		"Schließen",
		"Minimieren",
		"Verschieben",
		"Neues Fenster",
		"Anzeige hier nicht möglich.",
	],
	["fr", "Document", "Fermer", "Réduire", "Déplacer", "Nouvelle fenêtre", "Affichage impossible ici."],
	["es", "Documento", "Cerrar", "Minimizar", "Mover", "Ventana nueva", "No se puede mostrar aquí."],
	["fi", "Asiakirja", "Sulje", "Pienennä", "Siirrä", "Uusi ikkuna", "Ei voi näyttää tässä."],
	["ja", "文書", "閉じる", "最小化", "移動", "新しいウィンドウ", "表示できません。"],
];

/** The words in the first of a reader's languages that there are words in. */
export function wordsIn(preferred: readonly string[]): Words {
	return (
		preferred.flatMap((tag) => languages.filter(([language]) => language === tag.split("-")[0]))[0] ?? english
	);
}
