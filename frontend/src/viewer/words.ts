import type english from "./languages/en.json";

/** Every sentence that the viewer says, in the reader's language. */
export type Words = Readonly<Record<keyof typeof english, string>>;

/** The sentences that came with the page: the server chose the language, and says the same. */
export const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}") as Words;
