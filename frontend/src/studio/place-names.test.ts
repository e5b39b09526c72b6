import { expect, test } from "vitest";
import type { I18n } from "./i18n.svelte";
import { placeName } from "./place-names";

const i18n: Pick<I18n, "t"> = { t: (name) => name };

test.each([
	["word/document.xml", "templates.place-document"],
	["word/header2.xml", "templates.place-header"],
	["xl/worksheets/sheet1.xml", "templates.place-sheet"],
	["ppt/slides/slide3.xml", "templates.place-slide"],
	["word/glossary/document.xml", "word/glossary/document.xml"],
])("names %s", (part, name) => {
	expect(placeName(i18n, part)).toBe(name);
});
