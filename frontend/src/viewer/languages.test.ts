import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import english from "./languages/en.json";

const folder = join(import.meta.dirname, "languages");
const files = readdirSync(folder);

function wordsOf(file: string): Record<string, string> {
	return JSON.parse(readFileSync(join(folder, file), "utf8")) as Record<string, string>;
}

/** Returns the placeholders of a sentence. */
function places(sentence: string | undefined): string[] {
	return [...(sentence ?? "").matchAll(/\{\w+\}/g)].map(String).sort();
}

test("the viewer speaks six languages", () => {
	expect(files.map((file) => basename(file, ".json")).sort()).toEqual(["de", "en", "es", "fi", "fr", "ja"]);
});

describe.each(files)("%s", (file) => {
	const words = wordsOf(file);

	test("has every sentence, and no other", () => {
		expect(Object.keys(words)).toEqual(Object.keys(english));
		expect(Object.values(words).every((sentence) => sentence !== "")).toBe(true);
	});

	test.each(Object.entries(english))("has the places of %s", (name, sentence) => {
		expect(places(words[name])).toEqual(places(sentence));
	});
});
