import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../e2e");

/** Returns all matches of a pattern's group in a source, without duplicates. */
function matches(source: string, pattern: RegExp): Set<string> {
	return new Set([...source.matchAll(pattern)].map(([, name = ""]) => name));
}

/** The names of documents in each file of browser tests, and those that the file searches for in the library. */
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
	.filter((file) => file.endsWith(".e2e.ts"))
	.map((file) => {
		const source = readFileSync(join(folder, file), "utf8");
		return {
			file,
			names: matches(source, /"([^"\n/]+\.(?:pdf|docx|xlsx|pptx|odt|rtf|txt|html|md|csv))"/g),
			searched: matches(source, /(?:documentCard|openShareDialog)\(page, "([^"\n]+)"/g),
		};
	});

test("a browser test that searches for a document in the library finds none of another file's tests", () => {
	// The test files of a worker share a server, and their documents stay in its library. The tests find a document by
	// a part of its name, so a document of another file could be found instead.
	const collisions = files.flatMap(({ file, searched }) =>
		[...searched].flatMap((part) =>
			files
				.filter((other) => other.file !== file && [...other.names].some((name) => name.includes(part)))
				.map((other) => `${part} of ${file} is in ${other.file}`),
		),
	);
	expect(files.length).toBeGreaterThan(0);
	expect(collisions).toEqual([]);
});
