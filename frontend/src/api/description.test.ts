import { createConfig, lintFromString } from "@redocly/openapi-core";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { generateTypes, golden, target } from "../../scripts/schema.mjs";

test("a linter of OpenAPI descriptions finds nothing", async () => {
	const config = await createConfig({ extends: ["recommended"] });
	const source = await readFile(golden, "utf8");
	const found = await lintFromString({ source, absoluteRef: golden, config });
	expect(
		found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
	).toEqual([]);
});

test("the client's types are those of the description", async () => {
	const types = await generateTypes(await readFile(golden, "utf8"));
	expect(await readFile(target, "utf8"), "run npm run api").toBe(types);
});
