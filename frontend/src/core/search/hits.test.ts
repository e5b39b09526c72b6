import { expect, test } from "vitest";
import { HitCounts } from "./hits";

/** Returns counts of pages 2, 3, 4 and 10 with 1, 5, 2 and 3 hits. */
function makeCounts(): HitCounts {
	const counts = new HitCounts();
	counts.add([{ page: 2, hits: [1, 5] }], 3, false);
	counts.add(
		[
			{ page: 4, hits: [2] },
			{ page: 10, hits: [3] },
		],
		12,
		true,
	);
	return counts;
}

test("adds up counts that arrive in parts", () => {
	const counts = makeCounts();
	expect([counts.hits, counts.pages, counts.lastCountedPage, counts.complete]).toEqual([
		11,
		[2, 3, 4, 10],
		12,
		true,
	]);
	expect([1, 2, 3, 4, 5, 10, 99].map((page) => counts.hitsOnPage(page))).toEqual([0, 1, 5, 2, 0, 3, 0]);
});

test("knows nothing of pages that are not counted", () => {
	const counts = new HitCounts();
	expect([counts.hitsOnPage(1), counts.hit(1), counts.firstAfter(0), counts.lastBefore(9)]).toEqual(
		Array.from({ length: 4 }),
	);
	counts.add([{ page: 2, hits: [1] }], 5, false);
	expect([counts.hitsOnPage(5), counts.hitsOnPage(6)]).toEqual([0, undefined]);
});

test.each([
	[1, { page: 2, index: 0 }],
	[2, { page: 3, index: 0 }],
	[6, { page: 3, index: 4 }],
	[7, { page: 4, index: 0 }],
	[11, { page: 10, index: 2 }],
])("hit %i is %j", (number, hit) => {
	expect(makeCounts().hit(number)).toEqual(hit);
	expect(makeCounts().numberOf(hit)).toBe(number);
});

test("there is no hit beyond those", () => {
	expect([0, 12, NaN].map((number) => makeCounts().hit(number))).toEqual([undefined, undefined, undefined]);
	expect(makeCounts().numberOf({ page: 5, index: 0 })).toBeUndefined();
});

test.each([
	[0, 2, undefined],
	[2, 3, undefined],
	[3, 4, 2],
	[5, 10, 4],
	[10, undefined, 4],
	[99, undefined, 10],
])(
	"after page %i, the next page with hits is %j; before it, the last one is %j",
	(page, following, previous) => {
		expect([makeCounts().firstAfter(page)?.page, makeCounts().lastBefore(page)?.page]).toEqual([
			following,
			previous,
		]);
		expect(makeCounts().lastBefore(4)).toEqual({ page: 3, index: 4 });
	},
);
