import type english from "./languages/en.json";

/** The texts of the viewer in the reader's language. */
export type Translations = Readonly<Record<keyof typeof english, string>>;

/** The texts from the page. The server chose the language, and uses the same texts. */
export const translations = JSON.parse(document.getElementById("words")?.textContent ?? "{}") as Translations;
