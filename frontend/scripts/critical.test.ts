import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { criticalCSS, target } from "./critical.mjs";

test("the server's style sheet is the one made from the sources", () => {
	expect(readFileSync(target, "utf8"), "run npm run build").toBe(criticalCSS());
});

test("it cannot end the style element that it is put into", () => {
	expect(criticalCSS()).not.toMatch(/<\/style/i);
});
