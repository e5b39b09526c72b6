import type { Box, PageWords } from "./page-text";

/**
 * The maximum number of pairs of links and lines on a page. On a page with more pairs, links get no names, because
 * matching links with lines would take too long.
 */
const maxPairs = 1_000_000;

/**
 * Returns a function that returns the name of the link in a box: the words under the box, or an empty text if there are
 * none.
 */
export function linkNames({ lines, links = [] }: Pick<PageWords, "lines" | "links">): (box: Box) => string {
	return lines.length * links.length > maxPairs ? () => "" : (box) => textUnder(lines, box);
}

function textUnder(lines: PageWords["lines"], box: Box): string {
	return lines
		.filter((line) => line.box[1] < box[3] && line.box[3] > box[1])
		.flatMap(({ words }) => words.filter((word) => containsMiddle(box, word.box)))
		.map(({ text }) => text)
		.join(" ");
}

function containsMiddle([left, top, right, bottom]: Box, [x0, y0, x1, y1]: Box): boolean {
	const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
	return x > left && x < right && y > top && y < bottom;
}
