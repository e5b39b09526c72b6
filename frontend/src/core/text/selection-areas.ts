import type { Box, PlacedLine } from "./page-text";

/**
 * The maximum number of lines of a page whose lines are compared with each other. With more lines, the comparison would
 * be noticeably slow.
 */
const maxLines = 1_500;

/**
 * Returns the area of each line of a page, which extends halfway to the neighboring lines, or to the edge of the page.
 * When the pointer is dragged through margins or between lines, the selection then ends at the nearest line. Without
 * these areas, browsers would choose the first line in reading order that ends below the pointer. Boxes are in points,
 * in any order.
 */
export function lineAreas(lines: readonly Box[], page: { width: number; height: number }): Box[] {
	if (lines.length > maxLines) {
		return [...lines];
	}
	return lines.map((line) => lineArea(line, lines, page));
}

function lineArea(line: Box, lines: readonly Box[], page: { width: number; height: number }): Box {
	const [x0, y0, x1, y1] = line;
	const others = lines.filter((other) => other !== line);
	const sameRow = others.filter(([, b0, , b1]) => overlap(y0, y1, b0, b1));
	const [left, right] = spanBetween(
		[x0, x1],
		page.width,
		sameRow.map(([a0, , a1]) => [a0, a1]),
	);
	const sameColumn = others.filter(([a0, , a1]) => a0 < right && a1 > left);
	const otherRows = sameColumn.filter((other) => !sameRow.includes(other));
	const [top, bottom] = spanBetween(
		[y0, y1],
		page.height,
		otherRows.map(([, b0, , b1]) => [b0, b1]),
	);
	return [left, top, right, bottom];
}

type Span = readonly [from: number, to: number];

/** Returns a span extended halfway to its neighbors, or to the edges of the page. */
function spanBetween([start, end]: Span, pageEnd: number, neighbours: readonly Span[]): Span {
	let [low, high] = [0, pageEnd];
	for (const [otherFrom, otherTo] of neighbours) {
		if (otherFrom + otherTo < start + end) {
			low = Math.max(low, (otherTo + start) / 2);
		} else {
			high = Math.min(high, (end + otherFrom) / 2);
		}
	}
	return [Math.min(low, start), Math.max(high, end)];
}

/**
 * Returns the area of each word within the area of its line. The area extends to the next word; the areas of the
 * outermost words extend to the edges of the line's area. Words are in reading order, which may differ from their
 * positions.
 */
export function wordAreas(line: PlacedLine, area: Box): Box[] {
	const [left, top, right, bottom] = area;
	const origin = line.vertical ? line.top : line.left;
	const [first, last] = line.vertical ? [top, bottom] : [left, right];
	const starts = line.words.map((word) => origin + word.start).sort((a, b) => a - b);
	return line.words.map((word) => {
		const start = origin + word.start;
		const areaStart = start === starts[0] ? first : start;
		const areaEnd = starts.find((other) => other > start) ?? last;
		return line.vertical ? [left, areaStart, right, areaEnd] : [areaStart, top, areaEnd, bottom];
	});
}

/**
 * Reports whether two spans overlap by more than a third of the shorter one. Neighboring lines of prose may overlap
 * slightly.
 */
function overlap(start: number, end: number, otherStart: number, otherEnd: number): boolean {
	const shared = Math.min(end, otherEnd) - Math.max(start, otherStart);
	return shared > Math.min(end - start, otherEnd - otherStart) / 3;
}

/** The maximum growth of a line on each side, relative to its thickness. */
const maxGrowth = 0.25;

/**
 * Returns a line enlarged to fill the small gaps above and below it. Browsers extend a selection to the nearest letter
 * only while the pointer is inside the line's box. In a gap between lines, browsers extend it only to the nearest start
 * or end of a word.
 */
export function enlargedLine(line: PlacedLine, area: Box): PlacedLine {
	if (line.vertical) {
		return line;
	}
	const maxGrowthLength = line.thickness * maxGrowth;
	const above = Math.min(Math.max(line.top - area[1], 0), maxGrowthLength);
	const below = Math.min(Math.max(area[3] - line.top - line.thickness, 0), maxGrowthLength);
	return { ...line, top: line.top - above, thickness: line.thickness + above + below };
}

/** The tolerance for comparing lengths, in points. */
const tolerance = 0.01;

/** Reports whether a line fills its area from top to bottom. */
export function fillsArea(line: PlacedLine, area: Box): boolean {
	return line.top - area[1] < tolerance && area[3] - line.top - line.thickness < tolerance;
}
