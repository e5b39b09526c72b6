import { expect, test } from "vitest";
import type { LibraryDocument } from "../../api/library";
import type { Values } from "../../core/format/phrase";
import { stepLabel } from "./progress";

/** Returns the text about a step, as the phrase's name and its numbers. */
function said(step: string, done: number, total: number): string {
	const document = { progress: { step, done, total } } as LibraryDocument;
	const say = (name: string, values: Values = {}) => [name, ...Object.values(values)].join(" ");
	return stepLabel(document, { say, language: "en" });
}

test.each(["converting", "reading"])("of pages nothing is said until one is done: %s", (step) => {
	expect(said(step, 0, 0)).toBe(`library.${step}`);
	expect(said(step, 0, 1)).toBe(`library.${step}`);
	expect(said(step, 1, 3)).toBe(`library.${step}Of 1 3`);
});
