import { expect, test } from "vitest";
import type { LibraryDocument } from "../../api/library";
import type { Values } from "../../core/format/phrase";
import { stepLabel } from "./progress";

/** Returns the label of a step, untranslated: the name of the phrase, followed by its values. */
function label(step: string, done: number, total: number): string {
	const document = { progress: { step, done, total } } as LibraryDocument;
	const t = (name: string, values: Values = {}) => [name, ...Object.values(values)].join(" ");
	return stepLabel(document, { t, language: "en" });
}

test.each(["converting", "reading"])("the page count appears when the first page is done: %s", (step) => {
	expect(label(step, 0, 0)).toBe(`library.${step}`);
	expect(label(step, 0, 1)).toBe(`library.${step}`);
	expect(label(step, 1, 3)).toBe(`library.${step}Of 1 3`);
});
