import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { icons, target } from "./icons.mjs";

test("the server's icons are those made from Lucide's files", () => {
	expect(readFileSync(target, "utf8"), "run npm run build").toBe(icons());
});
