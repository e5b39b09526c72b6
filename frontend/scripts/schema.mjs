/**
 * Writes the API's types from its description: that of the golden file, or of a running server:
 *
 *   npm run api
 *   npm run api -- http://127.0.0.1:7420
 *
 * Tests hold that the committed file is what this writes.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

/** The description that a Go test holds to be the server's. */
export const golden = fileURLToPath(
	new URL("../../backend/cmd/lectern/testdata/openapi.json", import.meta.url),
);

/** Where the types are kept. */
export const target = fileURLToPath(new URL("../src/api/schema.gen.ts", import.meta.url));

/** A value of JSON with the names in its objects in order, as the golden file has them. */
function inOrder(value) {
	if (Array.isArray(value)) {
		return value.map(inOrder);
	}
	if (value === null || typeof value !== "object") {
		return value;
	}
	const names = Object.keys(value).sort();
	return Object.fromEntries(names.map((name) => [name, inOrder(value[name])]));
}

/** The types of the API that a description, as the text of /openapi.json, has. */
export async function typesOf(description) {
	const types = astToString(await openapiTS(inOrder(JSON.parse(description))));
	return `// Written by scripts/schema.mjs from the server's /openapi.json; do not edit.\n\n${types}`;
}

/** The types of the API of the server at an address without a slash at its end. */
export async function schemaOf(url) {
	const answer = await fetch(`${url}/openapi.json`);
	if (!answer.ok) {
		throw new Error(`${url}/openapi.json answered ${answer.status}`);
	}
	return typesOf(await answer.text());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const [url] = process.argv.slice(2);
	writeFileSync(
		target,
		url === undefined ? await typesOf(readFileSync(golden, "utf8")) : await schemaOf(url),
	);
}
