/** Every word that embed.js says to readers. */
export type Words = readonly [
	document: string,
	close: string,
	minimise: string,
	elsewhere: string,
	newWindow: string,
	lost: string,
];

const english: Words = ["Document", "Close", "Minimise", "Move", "New window", "It cannot be shown here."];

/** The words by their language. */
const languages: Readonly<Record<string, Words>> = {
	en: english,
	de: ["Dokument", "Schließen", "Minimieren", "Verschieben", "Neues Fenster", "Anzeige hier nicht möglich."],
	fr: ["Document", "Fermer", "Réduire", "Déplacer", "Nouvelle fenêtre", "Affichage impossible ici."],
	es: ["Documento", "Cerrar", "Minimizar", "Mover", "Ventana nueva", "No se puede mostrar aquí."],
	fi: ["Asiakirja", "Sulje", "Pienennä", "Siirrä", "Uusi ikkuna", "Ei voi näyttää tässä."],
	ja: ["文書", "閉じる", "最小化", "移動", "新しいウィンドウ", "ここでは表示できません。"],
};

/** The words in the first of a reader's languages that there are words in. */
export function wordsIn(preferred: readonly string[]): Words {
	const [language = "en"] = preferred.map((tag) => tag.slice(0, 2)).filter((tag) => languages[tag]);
	return languages[language] ?? english;
}
