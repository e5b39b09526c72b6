import { type HasWord, joinLines } from "./join-lines";
import type { Block, BlockKind, Line, PageWords } from "./page-text";

/** A passage of text for copying and reading, in which lines are joined. */
export interface Passage {
	readonly kind: BlockKind;
	/** The level of a heading (1 to 6), or the nesting depth of a list item (from 1); otherwise 0. */
	readonly level: number;
	/**
	 * The text, with the line breaks made by the author. In a table, tabs separate the cells and line breaks the rows.
	 */
	readonly text: string;
	/** The cells of a table. */
	readonly rows?: readonly (readonly string[])[];
	/** Whether the passage continues on the next page. */
	readonly continues: boolean;
	readonly page: number;
}

/** Returns the selected part of a line's text, by the line's number; undefined if none of it is selected. */
export type PartOf = (line: number) => string | undefined;

/** Returns the text of a line: its words, separated by spaces. */
export function lineText(line: Line | undefined): string {
	return (line?.words ?? []).map((word) => word.text).join(" ");
}

/** Returns the blocks of a page. If the server sent no blocks, each line is a block. */
export function blocksOf(words: PageWords): readonly Block[] {
	return words.blocks ?? words.lines.map((_, first) => ({ kind: "paragraph", first, count: 1 }));
}

/** Returns the passages of a page. With `partOf`, they contain only the selected parts of its lines. */
export function passagesOf(
	words: PageWords,
	partOf: PartOf = (line) => lineText(words.lines[line]),
): Passage[] {
	const hasWord = wordFinder(words);
	return blocksOf(words).flatMap((block) => {
		const parts = Array.from({ length: block.count }, (_, index) => partOf(block.first + index));
		if (parts.every((part) => part === undefined || part === "")) {
			return [];
		}
		const isComplete = parts.at(-1) === lineText(words.lines[block.first + block.count - 1]);
		const rows = block.rows === undefined ? undefined : cellsOf(block.rows, parts, hasWord);
		return [
			{
				kind: rows === undefined && block.kind === "table" ? "paragraph" : block.kind,
				level: block.level ?? 0,
				text: rows === undefined ? textOf(parts, block.breaks, hasWord) : tabSeparated(rows),
				...(rows === undefined ? {} : { rows }),
				continues: block.continues === true && isComplete,
				page: words.page,
			},
		];
	});
}

/**
 * Joins each passage that continues on the next page with its continuation, if there are only headers and footers
 * between them.
 */
export function joinPassages(passages: readonly Passage[]): Passage[] {
	const joined: Passage[] = [];
	for (const passage of passages) {
		const index = joined.findLastIndex(({ kind }) => kind !== "other");
		const last = joined[index];
		if (last?.continues === true && passage.kind === "paragraph" && passage.page === last.page + 1) {
			const text = joinLines([last.text, passage.text], () => false);
			joined[index] = { ...last, text, continues: passage.continues, page: passage.page };
		} else {
			joined.push(passage);
		}
	}
	return joined;
}

function textOf(
	parts: readonly (string | undefined)[],
	breaks: readonly number[] = [],
	hasWord: HasWord,
): string {
	const paragraphs: string[] = [];
	let start = 0;
	for (const end of [...breaks, parts.length - 1]) {
		const lines = parts.slice(start, end + 1).map((part) => part ?? "");
		const text = joinLines(lines, hasWord);
		if (text !== "") {
			paragraphs.push(text);
		}
		start = end + 1;
	}
	return paragraphs.join("\n");
}

/** Returns the cells of those rows of a table that are at least partly selected. */
function cellsOf(
	rows: readonly (readonly number[])[],
	parts: readonly (string | undefined)[],
	hasWord: HasWord,
): string[][] {
	let line = 0;
	const width = Math.max(0, ...rows.map((row) => row.length));
	return rows.flatMap((row) => {
		const first = line;
		const cells = row.map((count) => {
			line += count;
			return joinLines(
				parts.slice(line - count, line).map((part) => part ?? ""),
				hasWord,
			);
		});
		const isIncluded = parts.slice(first, line).some((part) => part !== undefined && part !== "");
		return isIncluded ? [[...cells, ...Array.from({ length: width - cells.length }, () => "")]] : [];
	});
}

function tabSeparated(rows: readonly (readonly string[])[]): string {
	return rows.map((cells) => cells.join("\t")).join("\n");
}

/** Returns a function that reports whether a word with a hyphen occurs on a page. */
function wordFinder(words: PageWords): HasWord {
	let known: Set<string> | undefined;
	return (word) => {
		known ??= new Set(
			words.lines.flatMap((line) =>
				line.words.flatMap(({ text }) => text.toLowerCase().match(/[\p{L}\p{M}]+-[\p{L}\p{M}]+/gu) ?? []),
			),
		);
		return known.has(word.toLowerCase());
	};
}
