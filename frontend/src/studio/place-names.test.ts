import { expect, test } from "vitest";
import type { I18n } from "./i18n.svelte";
import { placeName } from "./place-names";

const i18n: Pick<I18n, "t"> = { t: (name, values) => `${name} ${String(values?.["number"])}` };

test.each([
	["word/document.xml", "templates.place-document"],
	["word/header2.xml", "templates.place-header 2"],
	["xl/worksheets/sheet1.xml", "templates.place-sheet 1"],
	["ppt/slides/slide3.xml", "templates.place-slide 3"],
	["word/glossary/document.xml", "word/glossary/document.xml"],
])("names %s", (part, name) => {
	expect(placeName(i18n, part)).toBe(name);
});
