import { type Arrangement, runsDown } from "./arrangement";
import type { Layout, Rect } from "./layout";
import type { Anchor } from "./zoom";

/** A point of the document, and where in the window it is, in CSS pixels from its top left corner. */
export interface Hold {
	readonly anchor: Anchor;
	readonly at: { readonly x: number; readonly y: number };
}

/** What is read, to be found again where pages lie otherwise. */
export interface Reading {
	readonly page: number;
	readonly arrangement: Arrangement;
	/** Quarters of a circle by which pages were turned to the right. */
	readonly quarters: number;
	readonly hold: Hold;
	/** CSS pixels from the window's upper edge to that of the page; below 0 where the page begins above it. */
	readonly above: number;
}

/**
 * What an area of the layout is held at, so that a page stays in it: its middle, or that of what it shows of the page,
 * where the page is farther than `slack` pixels from it.
 */
export function holdOf(layout: Layout, page: number, area: Rect, slack: number): Hold {
	const rect = layout.rect(page);
	const x = heldAt([rect.left, rect.width], [area.left, area.width], slack);
	const y = heldAt([rect.top, rect.height], [area.top, area.height], slack);
	return {
		anchor: { page, x: (x - rect.left) / rect.width, y: (y - rect.top) / rect.height },
		at: { x: x - area.left, y: y - area.top },
	};
}

type Stretch = readonly [start: number, length: number];

function heldAt([start, length]: Stretch, [from, room]: Stretch, slack: number): number {
	const middle = from + room / 2;
	const isNear = middle >= start - slack && middle <= start + length + slack;
	return isNear ? middle : (Math.max(start, from) + Math.min(start + length, from + room)) / 2;
}

/**
 * What is to be held so that the same is read as before; undefined where the arrangement is so different that this
 * is a page, and no part of it. A page that began in the window begins there again.
 */
export function heldAgain(reading: Reading, arrangement: Arrangement, quarters: number): Hold | undefined {
	const { hold, above } = reading;
	if (arrangement !== reading.arrangement && !(runsDown(arrangement) && runsDown(reading.arrangement))) {
		return undefined;
	}
	if (quarters === reading.quarters && runsDown(arrangement) && above >= 0) {
		return { anchor: { ...hold.anchor, y: 0 }, at: { x: hold.at.x, y: above } };
	}
	const { x, y } = hold.anchor;
	return { anchor: { ...hold.anchor, ...turned(x, y, quarters - reading.quarters) }, at: hold.at };
}

/** Where a point is after quarters of a turn to the right: fractions of the sides, before and after. */
export function turned(x: number, y: number, quarters: number): { x: number; y: number } {
	switch (((quarters % 4) + 4) % 4) {
		case 1:
			return { x: 1 - y, y: x };
		case 2:
			return { x: 1 - x, y: 1 - y };
		case 3:
			return { x: y, y: 1 - x };
		default:
			return { x, y };
	}
}
