import type { Box, PageWords } from "./page-text";

/** Where links and lines make more pairs than this, a page is no text with links in it, and nobody waits for their names. */
const mostPairs = 1_000_000;

/** What names the links of a page by the words that they lie over; it gives nothing where there are none. */
export function linkNames({ lines, links = [] }: Pick<PageWords, "lines" | "links">): (box: Box) => string {
	return lines.length * links.length > mostPairs ? () => "" : (box) => textUnder(lines, box);
}

function textUnder(lines: PageWords["lines"], box: Box): string {
	return lines
		.filter((line) => line.box[1] < box[3] && line.box[3] > box[1])
		.flatMap(({ words }) => words.filter((word) => holdsMiddle(box, word.box)))
		.map(({ text }) => text)
		.join(" ");
}

function holdsMiddle([left, top, right, bottom]: Box, [x0, y0, x1, y1]: Box): boolean {
	const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
	return x > left && x < right && y > top && y < bottom;
}
