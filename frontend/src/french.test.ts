import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const window = "studio/languages/fr";
const files = [
	"sentences/fr.json",
	"viewer/languages/fr.json",
	...readdirSync(join(import.meta.dirname, window)).map((file) => `${window}/${file}`),
];

/** A mark of two parts, or a guillemet, that no narrow no-break space sets off, with what is around it. */
const ill = /.{0,20}(?:[^\u202f][;?!»]|[^\u202f]:(?!\/\/)|«(?!\u202f)).{0,20}/g;

/** Addresses of pictures, which have such marks of their own. */
const pictures = /data:image\/\w+;base64,…/g;

test.each(files)("%s is spaced as French is", (file) => {
	const text = readFileSync(join(import.meta.dirname, file), "utf8").replaceAll(pictures, "");
	const sentences = [...text.matchAll(/: "((?:[^"\\]|\\.)+)"/g)].map(([, sentence]) => sentence ?? "");
	expect(sentences).not.toEqual([]);
	expect(sentences.flatMap((sentence) => sentence.match(ill) ?? [])).toEqual([]);
});
