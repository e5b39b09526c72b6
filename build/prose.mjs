// Rejects comments in forms that a stranger has to read twice, such as "Size gives the bytes" instead of
// "Size returns the size in bytes". CONTRIBUTING.md has the rules; this finds the most frequent forms only.
//
// Run from the top of the project, as build/lint.sh does: node build/prose.mjs

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The rejected forms: a pattern for the text of a line of a comment, and advice for the author. */
const forms = [
	[/^(func |type |the )?[\w.()*]+ (gives|says|tells)\b/i, 'begin with "returns", "reports whether" or "writes"'],
	[/^[a-z]\w* (has|have) (the|a|an) /, 'write "contains", "returns" or what it is'],
	[/\b(says|tells|gives) (whether|what|how|where|who|why)\b/, 'write "reports whether", "returns", "describes"'],
	[/^(Gives|Says|Tells|What|Who|Where)\b(?!.*\?)/, "begin with a verb or a noun, not with a clause"],
];

/** Matches a line that is a comment. The second group is the text of the comment. */
const comment = /^\s*(\/\/\/?|\/\*\*?|\*|#)\s(.*?)(\*\/)?\s*$/;

/** Returns the rejected lines of a file as "file:line: text (advice)". */
function check(file) {
	const found = [];
	let starts = true; // whether the previous line was no comment or an empty line of a comment
	for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
		const text = comment.exec(line)?.[2];
		for (const [form, advice] of forms) {
			if (text !== undefined && form.test(text) && (starts || !form.source.startsWith("^"))) {
				found.push(`${file}:${index + 1}: ${text} (${advice})`);
				break;
			}
		}
		starts = text === undefined || text === "";
	}
	return found;
}

const sources = ["*.go", "*.c", "*.h", "*.cxx", "*.hxx", "*.ts", "*.svelte", "*.mjs", "*.sh"];
const files = execFileSync("git", ["ls-files", ...sources], { encoding: "utf8" })
	.split("\n")
	.filter((file) => file !== "" && !file.endsWith(".gen.ts") && !file.includes("/testdata/"));
const found = files.flatMap(check);
if (found.length > 0) {
	console.error(found.join("\n"));
	console.error(`${found.length} comments to rewrite`);
	process.exitCode = 1;
}
