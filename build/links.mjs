/**
 * Checks the relative links of Markdown files: `node build/links.mjs [FILE…]`. By default it checks all files that Git
 * tracks. It reports links to files and headings that do not exist, and paths of the project in inline code, such as
 * `backend/store`, that do not exist. The exit code is 1 if there are any.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { slug } from "../frontend/scripts/slug.mjs";

/** Removes code blocks, inline code and comments from a Markdown text. The numbers of the lines do not change. */
function withoutCode(text) {
	const blank = (found) => found.replace(/[^\n]/g, "");
	return text
		.replace(/^( *)(```+|~~~+)[^\n]*\n[\s\S]*?^\1\2[^\n]*$/gm, blank)
		.replace(/<!--[\s\S]*?-->/g, blank)
		.replace(/(`+)[^`](?:[\s\S]*?[^`])?\1(?!`)/g, blank);
}

/** Returns the text of a heading without its Markdown syntax for links, code and emphasis. */
function plain(heading) {
	return heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "");
}

const anchors = new Map();

/** Returns the anchors of the headings of a Markdown file. Anchors of equal headings are numbered as on GitHub. */
function anchorsOf(file) {
	let found = anchors.get(file);
	if (found === undefined) {
		found = new Set();
		const text = readFileSync(file, "utf8").replace(/^( *)(```+|~~~+)[^\n]*\n[\s\S]*?^\1\2[^\n]*$/gm, "");
		for (const [, heading] of text.matchAll(/^#{1,6} +(.*?) *#*$/gm)) {
			const anchor = slug(plain(heading));
			let unique = anchor;
			for (let n = 1; found.has(unique); n++) {
				unique = `${anchor}-${n}`;
			}
			found.add(unique);
		}
		anchors.set(file, found);
	}
	return found;
}

/** Returns the link addresses in a Markdown text with their line numbers. */
function linksOf(text) {
	const code = withoutCode(text);
	const pattern = /\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|^\[[^\]]+\]:\s+(\S+)|\b(?:src|srcset|href)="([^"]+)"/gm;
	return [...code.matchAll(pattern)].map((found) => ({
		address: found[1] ?? found[2] ?? found[3],
		line: code.slice(0, found.index).split("\n").length,
	}));
}

/** Returns an error message for a broken link in a file, or undefined if the link is valid. */
function wrong(file, address) {
	if (/^[a-z][a-z0-9+.-]*:/i.test(address)) {
		return undefined;
	}
	const [path, anchor] = address.split("#");
	const target = path === "" ? file : resolve(dirname(file), decodeURIComponent(path));
	if (!existsSync(target)) {
		return "the file does not exist";
	}
	if (anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).has(decodeURIComponent(anchor))) {
		return "the page has no such heading";
	}
	return undefined;
}

/** Returns the paths of the project in the inline code of a Markdown text, with their line numbers. */
function pathsOf(text) {
	const found = text.matchAll(/`((?:app|backend|build|converters|frontend)\/[\w./-]*)`/g);
	return [...found].map(({ 1: path, index }) => ({ path, line: text.slice(0, index).split("\n").length }));
}

/** Reports whether a path of the project exists, or is created by the build and therefore ignored by Git. */
function isPath(path) {
	return existsSync(resolve(root, path)) || spawnSync("git", ["check-ignore", "-q", path], { cwd: root }).status === 0;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const named = process.argv.slice(2).map((file) => resolve(file));
const files =
	named.length > 0
		? named
		: execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" })
				.trim()
				.split("\n")
				.map((file) => resolve(root, file))
				.filter(existsSync);
let count = 0;
for (const file of files) {
	const report = (line, problem) => {
		count++;
		console.log(`${relative(process.cwd(), file)}:${line}: ${problem}`);
	};
	const text = readFileSync(file, "utf8");
	for (const { address, line } of linksOf(text)) {
		const problem = wrong(file, address);
		if (problem !== undefined) {
			report(line, `${address}: ${problem}`);
		}
	}
	for (const { path, line } of pathsOf(text)) {
		if (!isPath(path)) {
			report(line, `${path}: the path does not exist`);
		}
	}
}
process.exitCode = count > 0 ? 1 : 0;
