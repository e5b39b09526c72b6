/**
 * Checks the structure of the sources: there are no import cycles between files or between folders, and no folder has
 * too many files. Imports of types count as well. Part of `npm run lint`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("..", import.meta.url));
const maxSources = 40;
const maxFiles = 60;

/** Returns the paths of all files below a folder, relative to the project. */
function filesBelow(folder) {
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		return entry.isDirectory() ? filesBelow(path) : [path];
	});
}

const isTest = (file) => /\.(test|e2e)\.ts$/.test(file);

/** Returns the module specifiers of the relative imports in a source file. */
function importsOf(file, text) {
	const code = file.endsWith(".svelte")
		? [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script]) => script).join("\n")
		: text;
	return ts
		.preProcessFile(code)
		.importedFiles.map(({ fileName }) => fileName.replace(/\?.*$/, ""))
		.filter((name) => name.startsWith("."));
}

/** Returns the imports between files of a project, as a map from each file to the files that it imports. */
export function fileGraph(files, read) {
	const known = new Set(files);
	const resolve = (file, name) => {
		const path = normalize(join(dirname(file), name));
		return [path, `${path}.ts`, `${path}.svelte.ts`].find((candidate) => known.has(candidate));
	};
	const code = files.filter((file) => /\.(ts|mjs|svelte)$/.test(file));
	return new Map(
		code.map((file) => [
			file,
			importsOf(file, read(file)).flatMap((name) => {
				const path = resolve(file, name);
				return path === undefined || path === file ? [] : [path]; // a component may import itself
			}),
		]),
	);
}

/**
 * Returns the imports between folders. If a folder contains files and folders, each of its files, such as an entry
 * point, is a separate node. Tests are omitted: they may import files of other folders to compare results.
 */
export function folderGraph(graph) {
	const folders = new Set([...graph.keys()].map((file) => dirname(file)));
	const hasFolders = (folder) => [...folders].some((other) => dirname(other) === folder);
	const node = (file) => (hasFolders(dirname(file)) ? file : `${dirname(file)}/`);
	const result = new Map();
	for (const [file, imports] of graph) {
		if (!isTest(file)) {
			const from = result.get(node(file)) ?? new Set();
			imports.map(node).forEach((to) => to !== node(file) && from.add(to));
			result.set(node(file), from);
		}
	}
	return result;
}

/** Searches a graph depth-first, and returns one cycle for each edge that leads back to the current path. */
export function importCycles(graph) {
	const found = [];
	const done = new Set();
	const visit = (node, path) => {
		const start = path.indexOf(node);
		if (start >= 0) {
			found.push([...path.slice(start), node]);
		} else if (!done.has(node)) {
			for (const next of graph.get(node) ?? []) {
				visit(next, [...path, node]);
			}
			done.add(node);
		}
	};
	[...graph.keys()].forEach((node) => visit(node, []));
	return found;
}

/** Returns an error message for each folder that contains too many files. */
export function crowdedFolders(files) {
	return [...new Set(files.map((file) => dirname(file)))].flatMap((folder) => {
		const inside = files.filter((file) => dirname(file) === folder);
		const sources = inside.filter((file) => !isTest(file)).length;
		return sources > maxSources || inside.length > maxFiles
			? [
					`${folder} holds ${sources} sources and ${inside.length} files; ` +
						`at most ${maxSources} and ${maxFiles} are allowed: group them into folders.`,
				]
			: [];
	});
}

function findProblems() {
	const files = ["src", "e2e", "scripts"].flatMap((folder) => filesBelow(folder));
	const graph = fileGraph(files, (file) => readFileSync(join(root, file), "utf8"));
	const sentence = (circle) => `Import cycle: ${circle.join(" → ")}`;
	return [
		...importCycles(graph).map(sentence),
		...importCycles(folderGraph(graph)).map(sentence),
		...crowdedFolders(files),
	];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const found = findProblems();
	found.forEach((problem) => console.error(problem));
	process.exitCode = found.length === 0 ? 0 : 1;
}
