import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const names: Readonly<Record<string, string>> = {
	sh: "view.sh",
	go: "view.go",
	python: "view.py",
	js: "view.mjs",
};

test("the page for developers has the README's programs, which a test runs", () => {
	const readme = readFileSync(join(root, "README.md"), "utf8");
	const blocks = [...readme.matchAll(/<!-- example -->\n```(\w+)\n(.*?)```/gs)];
	expect(blocks.length).toBe(Object.keys(names).length);
	for (const [, language = "", code] of blocks) {
		const file = join(root, "frontend/src/studio/developers/examples", `${names[language] ?? language}.txt`);
		expect(readFileSync(file, "utf8"), language).toBe(code);
	}
});
