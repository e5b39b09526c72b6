// Checks the comments that name a promise of SECURITY.md, such as "SECURITY.md, promise 36 (secret keys)". The
// promise must exist and have this title. A number alone is rejected, because it says nothing to a reader.
//
// Run from the top of the project, as build/lint.sh does: node build/promises.mjs

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The titles of the promises by their numbers. */
const titles = new Map(
	Array.from(readFileSync("SECURITY.md", "utf8").matchAll(/^(\d+)\. \*\*(.+?)\.\*\*/gm), ([, number, title]) => [
		Number(number),
		title,
	]),
);

/** Returns what is wrong with the promises that a line names, or undefined. */
function problem(line) {
	for (const [, number, title] of line.matchAll(/\bpromise (\d+)(?: \(([^)]*)\))?/gi)) {
		const expected = titles.get(Number(number));
		if (expected === undefined) {
			return `SECURITY.md has no promise ${number}`;
		}
		if (title !== undefined && title.toLowerCase() !== expected.toLowerCase()) {
			return `the title of promise ${number} is "${expected}"`;
		}
	}
	return /(\/\/|#|\*).*\bpromises? \d+\.?$/i.test(line) ? "add the title of the promise in parentheses" : undefined;
}

const sources = ["*.go", "*.c", "*.h", "*.cxx", "*.hxx", "*.ts", "*.svelte", "*.mjs", "*.sh"];
const found = execFileSync("git", ["grep", "-niE", "promises? [0-9]+", "--", ...sources, ":!build/promises.mjs"], {
	encoding: "utf8",
})
	.trim()
	.split("\n")
	.flatMap((match) => {
		const [, place, line] = /^([^:]+:\d+):(.*)$/.exec(match);
		const message = problem(line);
		return message === undefined ? [] : [`${place}: ${message}`];
	});
if (titles.size === 0 || found.length > 0) {
	console.error(titles.size === 0 ? "SECURITY.md lists no promises" : found.join("\n"));
	process.exitCode = 1;
}
