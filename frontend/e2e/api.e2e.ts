import { readFile } from "node:fs/promises";
import { expect, inject, test } from "vitest";
import { schemaOf, target } from "../scripts/schema.mjs";

test("the client's types are those of the API's own description", async () => {
	const generated = await schemaOf(inject("url"));
	expect(await readFile(target, "utf8"), "run npm run api").toBe(generated);
});
