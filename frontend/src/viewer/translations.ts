import type english from "./languages/en.json";

/** The texts of the viewer in the reader's language. */
export type Translations = Readonly<Record<keyof typeof english, string>>;

/**
 * Whether the interface is written from right to left and is therefore mirrored. The pages of documents are not
 * mirrored.
 */
export const isRightToLeft = document.documentElement.dir === "rtl";

/** The texts in the reader's language. The server includes them in the page. */
export const translations = JSON.parse(document.getElementById("words")?.textContent ?? "{}") as Translations;
