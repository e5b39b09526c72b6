import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const studioFolder = "studio/languages/fr";
const files = [
	"sentences/fr.json",
	"viewer/languages/fr.json",
	...readdirSync(join(import.meta.dirname, studioFolder)).map((file) => `${studioFolder}/${file}`),
];

/** Matches a two-part punctuation mark or a guillemet that lacks its narrow no-break space, and the text around it. */
const wrongSpacing = /.{0,20}(?:[^\u202f][;?!»]|[^\u202f]:(?!\/\/)|«(?!\u202f)).{0,20}/g;

/** Matches data URLs of pictures, which are ignored because their punctuation marks are not text. */
const pictures = /data:image\/\w+;base64,…/g;

test.each(files)("%s is spaced as French is", (file) => {
	const text = readFileSync(join(import.meta.dirname, file), "utf8").replaceAll(pictures, "");
	const sentences = [...text.matchAll(/: "((?:[^"\\]|\\.)+)"/g)].map(([, sentence]) => sentence ?? "");
	expect(sentences).not.toEqual([]);
	expect(sentences.flatMap((sentence) => sentence.match(wrongSpacing) ?? [])).toEqual([]);
});
