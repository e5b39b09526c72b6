/**
 * Writes the API's types from its description: `npm run api`. A test holds that the committed file
 * is what this writes.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

/** The description that a Go test holds to be the server's. */
export const golden = fileURLToPath(
	new URL("../../backend/cmd/lectern/test/api/testdata/openapi.json", import.meta.url),
);

/** The file that contains the types. */
export const target = fileURLToPath(new URL("../src/api/schema.gen.ts", import.meta.url));

/** The types of the API that a description, as text, has. */
export async function typesOf(description) {
	const types = astToString(await openapiTS(description));
	return `// Written by scripts/schema.mjs from the server's /openapi.json; do not edit.\n\n${types}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	writeFileSync(target, await typesOf(readFileSync(golden, "utf8")));
}
