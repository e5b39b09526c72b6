import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "frontend/src/studio/developers/examples");

test("the API guide has the client examples as they are in their files, which a Go test runs", () => {
	const guide = readFileSync(join(root, "backend/web/api/README.md"), "utf8");
	const blocks = [...guide.matchAll(/<!-- example (\S+) -->\n```\w+\n(.*?)```/gs)];
	expect(blocks.map(([, name = ""]) => `${name}.txt`).sort()).toEqual(readdirSync(folder).sort());
	for (const [, name = "", code] of blocks) {
		expect(code, name).toBe(readFileSync(join(folder, `${name}.txt`), "utf8"));
	}
});
