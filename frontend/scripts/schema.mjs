/**
 * Writes the TypeScript types of the API from its description: `npm run api`. A test checks that the committed file is
 * up to date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

/** The file with the API description. A Go test checks that it equals the description that the server sends. */
export const golden = fileURLToPath(
	new URL("../../backend/cmd/lectern/test/api/testdata/openapi.json", import.meta.url),
);

/** The file that contains the types. */
export const target = fileURLToPath(new URL("../src/api/schema.gen.ts", import.meta.url));

/** Returns the TypeScript types for an API description in JSON. */
export async function generateTypes(description) {
	const types = astToString(await openapiTS(description));
	return `// Written by scripts/schema.mjs from the server's /openapi.json; do not edit.\n\n${types}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	writeFileSync(target, await generateTypes(readFileSync(golden, "utf8")));
}
