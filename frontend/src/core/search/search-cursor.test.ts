import { expect, test } from "vitest";
import { SearchCursor } from "./search-cursor";

/** Returns a cursor with hits on pages 2 (two), 5 (one) and 7 (three), all counted. */
function countedCursor(): SearchCursor {
	const cursor = new SearchCursor();
	cursor.counts.add(
		[
			{ page: 2, hits: [2] },
			{ page: 5, hits: [1] },
			{ page: 7, hits: [3] },
		],
		9,
		true,
	);
	return cursor;
}

/** Moves the cursor by a number of steps, and returns the page and the hit after each step. */
function stepThrough(cursor: SearchCursor, direction: 1 | -1, steps: number): string[] {
	return Array.from({ length: steps }, () => {
		const hit = cursor.step(direction);
		return hit === undefined ? "-" : `${cursor.moveTo(hit).page}.${hit.index}`;
	});
}

test("steps through all hits, and wraps at the end", () => {
	const cursor = countedCursor();
	expect(stepThrough(cursor, 1, 7)).toEqual(["2.0", "2.1", "5.0", "7.0", "7.1", "7.2", "2.0"]);
	expect(stepThrough(cursor, -1, 3)).toEqual(["7.2", "7.1", "7.0"]);
	expect(cursor.progress).toEqual({ number: 4, hits: 6, complete: true });
});

test("steps backwards from no hit to the last one", () => {
	expect(stepThrough(countedCursor(), -1, 1)).toEqual(["7.2"]);
});

test("does not step if nothing was found", () => {
	const cursor = new SearchCursor();
	cursor.counts.add([], 9, true);
	expect([cursor.step(1), cursor.step(-1), cursor.countNeededAfter(1)]).toEqual([
		undefined,
		undefined,
		undefined,
	]);
	expect(cursor.progress).toEqual({ number: undefined, hits: 0, complete: true });
});

test("steps on a visible page before it is counted, and requests the missing counts", () => {
	const cursor = new SearchCursor();
	cursor.counts.add([{ page: 2, hits: [2] }], 4, false);
	cursor.recordHits(7, 3);
	cursor.moveTo({ page: 7, index: 1 });
	expect(cursor.progress).toEqual({ number: undefined, hits: 2, complete: false });
	expect(stepThrough(cursor, 1, 2)).toEqual(["7.2", "-"]);
	expect(cursor.countNeededAfter(1)).toBe(4);
	expect(stepThrough(cursor, -1, 3)).toEqual(["7.1", "7.0", "-"]);
	expect(cursor.countNeededAfter(-1)).toBe(4);
	cursor.counts.add([{ page: 7, hits: [3] }], 9, true);
	expect(cursor.countNeededAfter(1)).toBeUndefined();
	expect(stepThrough(cursor, -1, 2)).toEqual(["2.1", "2.0"]);
});

test("does not go round before all is counted", () => {
	const cursor = new SearchCursor();
	cursor.counts.add([{ page: 2, hits: [1] }], 4, false);
	cursor.moveTo({ page: 2, index: 0 });
	expect([cursor.step(1), cursor.step(-1)]).toEqual([undefined, undefined]);
});

test("knows the pages with hits", () => {
	const cursor = new SearchCursor();
	cursor.counts.add([{ page: 2, hits: [1] }], 4, false);
	cursor.recordHits(7, 0);
	cursor.recordHits(8, 2);
	expect([2, 3, 6, 7, 8].map((page) => cursor.hasHits(page))).toEqual([true, false, undefined, false, true]);
});
