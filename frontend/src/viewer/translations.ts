import type english from "./languages/en.json";

/** The texts of the viewer in the reader's language. */
export type Translations = Readonly<Record<keyof typeof english, string>>;

/** Whether the interface is written from right to left and therefore mirrored. Pages are not. */
export const isRightToLeft = document.documentElement.dir === "rtl";

/** The texts, which the server includes in the page in the reader's language. The server uses the same texts. */
export const translations = JSON.parse(document.getElementById("words")?.textContent ?? "{}") as Translations;
