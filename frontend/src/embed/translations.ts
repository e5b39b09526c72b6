/** The texts of the windows that contain viewers. The first item is the language. */
export type Translation = readonly [
	language: string,
	document: string,
	close: string,
	minimise: string,
	moveLabel: string,
	newWindow: string,
];

const english: Translation = ["en", "Document", "Close", "Minimize", "Move", "New window"];

const languages: readonly Translation[] = [
	english,
	["de", "Dokument", "Schließen", "Minimieren", "Verschieben", "Neues Fenster"],
	["fr", "Document", "Fermer", "Réduire", "Déplacer", "Nouvelle fenêtre"],
	["es", "Documento", "Cerrar", "Minimizar", "Mover", "Ventana nueva"],
	["fi", "Asiakirja", "Sulje", "Pienennä", "Siirrä", "Uusi ikkuna"],
	["ar", "مستند", "إغلاق", "تصغير", "نقل", "نافذة جديدة"],
	["he", "מסמך", "סגירה", "מזעור", "העברה", "חלון חדש"],
	["ja", "文書", "閉じる", "最小化", "移動", "新しいウィンドウ"],
];

/** Reports whether a language is written from right to left. */
export function isRightToLeft(language: string): boolean {
	return language === "ar" || language === "he";
}

/** Returns the texts in the first of the reader's preferred languages that is supported, or else in English. */
export function translationFor(preferred: readonly string[]): Translation {
	return (
		preferred.flatMap((tag) => languages.filter(([language]) => language === tag.split("-")[0]))[0] ?? english
	);
}
