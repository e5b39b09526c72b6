/**
 * Writes the API's types from a running server's description of itself:
 *
 *   npm run api -- http://127.0.0.1:7420
 *
 * A browser test holds that the committed file is what this writes.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

/** Where the types are kept. */
export const target = fileURLToPath(new URL("../src/api/schema.gen.ts", import.meta.url));

/** The types of the API of the server at an address without a slash at its end. */
export async function schemaOf(url) {
	const answer = await fetch(`${url}/openapi.json`);
	if (!answer.ok) {
		throw new Error(`${url}/openapi.json answered ${answer.status}`);
	}
	const types = astToString(await openapiTS(await answer.text()));
	return `// Written by scripts/schema.mjs from the server's /openapi.json; do not edit.\n\n${types}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const [url] = process.argv.slice(2);
	if (url === undefined) {
		console.error("usage: npm run api -- http://HOST:PORT");
		process.exit(2);
	}
	writeFileSync(target, await schemaOf(url));
}
