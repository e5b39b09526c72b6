import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import english from "./languages/en.json";

const folder = join(import.meta.dirname, "languages");
const files = readdirSync(folder);

function readTranslations(file: string): Record<string, string> {
	return JSON.parse(readFileSync(join(folder, file), "utf8")) as Record<string, string>;
}

/** Returns the placeholders of a sentence. */
function placeholdersOf(sentence: string | undefined): string[] {
	return [...(sentence ?? "").matchAll(/\{\w+\}/g)].map(String).sort();
}

test("the viewer speaks eight languages", () => {
	expect(files.map((file) => basename(file, ".json")).sort()).toEqual([
		"ar",
		"de",
		"en",
		"es",
		"fi",
		"fr",
		"he",
		"ja",
	]);
});

describe.each(files)("%s", (file) => {
	const words = readTranslations(file);

	test("has every sentence, and no other", () => {
		expect(Object.keys(words)).toEqual(Object.keys(english));
		expect(Object.values(words).every((sentence) => sentence !== "")).toBe(true);
	});

	test.each(["searchCase", "searchWord", "searchMarks"])("has a short form of %s in the name", (name) => {
		// People who control the page by voice say what they see.
		expect(words[name]?.toLowerCase()).toContain(words[`${name}Short`]?.toLowerCase());
	});

	test.each(Object.entries(english))("has the places of %s", (name, sentence) => {
		expect(placeholdersOf(words[name])).toEqual(placeholdersOf(sentence));
	});
});
