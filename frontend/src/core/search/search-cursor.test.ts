import { expect, test } from "vitest";
import { SearchCursor } from "./search-cursor";

/** Returns a cursor with hits on pages 2 (two), 5 (one) and 7 (three), all counted. */
function counted(): SearchCursor {
	const finding = new SearchCursor();
	finding.counts.add(
		[
			{ page: 2, hits: [2] },
			{ page: 5, hits: [1] },
			{ page: 7, hits: [3] },
		],
		9,
		true,
	);
	return finding;
}

/** Moves the cursor by a number of steps, and returns the page and the hit after each step. */
function walk(finding: SearchCursor, direction: 1 | -1, steps: number): string[] {
	return Array.from({ length: steps }, () => {
		const hit = finding.step(direction);
		return hit === undefined ? "-" : `${finding.moveTo(hit).page}.${hit.index}`;
	});
}

test("goes through all hits and round the end", () => {
	const finding = counted();
	expect(walk(finding, 1, 7)).toEqual(["2.0", "2.1", "5.0", "7.0", "7.1", "7.2", "2.0"]);
	expect(walk(finding, -1, 3)).toEqual(["7.2", "7.1", "7.0"]);
	expect(finding.progress).toEqual({ number: 4, hits: 6, complete: true });
});

test("goes backwards from nowhere to the last one", () => {
	expect(walk(counted(), -1, 1)).toEqual(["7.2"]);
});

test("there is no step where nothing was found", () => {
	const finding = new SearchCursor();
	finding.counts.add([], 9, true);
	expect([finding.step(1), finding.step(-1), finding.countNeededAfter(1)]).toEqual([
		undefined,
		undefined,
		undefined,
	]);
	expect(finding.progress).toEqual({ number: undefined, hits: 0, complete: true });
});

test("goes on a page that was seen before it is counted, and asks for what is missing", () => {
	const finding = new SearchCursor();
	finding.counts.add([{ page: 2, hits: [2] }], 4, false);
	finding.noteHits(7, 3);
	finding.moveTo({ page: 7, index: 1 });
	expect(finding.progress).toEqual({ number: undefined, hits: 2, complete: false });
	expect(walk(finding, 1, 2)).toEqual(["7.2", "-"]);
	expect(finding.countNeededAfter(1)).toBe(4);
	expect(walk(finding, -1, 3)).toEqual(["7.1", "7.0", "-"]);
	expect(finding.countNeededAfter(-1)).toBe(4);
	finding.counts.add([{ page: 7, hits: [3] }], 9, true);
	expect(finding.countNeededAfter(1)).toBeUndefined();
	expect(walk(finding, -1, 2)).toEqual(["2.1", "2.0"]);
});

test("does not go round before all is counted", () => {
	const finding = new SearchCursor();
	finding.counts.add([{ page: 2, hits: [1] }], 4, false);
	finding.moveTo({ page: 2, index: 0 });
	expect([finding.step(1), finding.step(-1)]).toEqual([undefined, undefined]);
});

test("tells which pages have hits", () => {
	const finding = new SearchCursor();
	finding.counts.add([{ page: 2, hits: [1] }], 4, false);
	finding.noteHits(7, 0);
	finding.noteHits(8, 2);
	expect([2, 3, 6, 7, 8].map((page) => finding.hasHits(page))).toEqual([true, false, undefined, false, true]);
});
