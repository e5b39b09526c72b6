import type { Box, PageWords } from "./textlayer";

/** The words that a box of a page lies over, as a name for what it leads to; empty where there are none. */
export function textUnder({ lines }: Pick<PageWords, "lines">, box: Box): string {
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
