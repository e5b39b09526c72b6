import type { Size } from "../layout/page-sizes";

/** The lengths of the shorter and the longer edge of papers, in points. */
const papers: readonly (readonly [name: string, short: number, long: number])[] = [
	["A3", 841.9, 1190.6],
	["A4", 595.3, 841.9],
	["A5", 419.5, 595.3],
	["A6", 297.6, 419.5],
	["Letter", 612, 792],
	["Legal", 612, 1008],
	["Tabloid", 792, 1224],
];

/** The maximum difference in points between a page and its paper. Programs round sizes to points or millimeters. */
const tolerance = 2;

/** Returns the name of the paper that has the size of a page in either orientation; undefined if there is none. */
export function paperName({ width, height }: Size): string | undefined {
	const short = Math.min(width, height);
	const long = Math.max(width, height);
	return papers.find(
		([, shortEdge, longEdge]) =>
			Math.abs(short - shortEdge) <= tolerance && Math.abs(long - longEdge) <= tolerance,
	)?.[0];
}
