import { expect, test } from "vitest";
import { pagesOf, parsePageRanges } from "./page-ranges";

test.each([
	["1", [1]],
	["2-4", [2, 3, 4]],
	[" 5 – 6 ; 1 ", [5, 6, 1]],
	["-2", [1, 2]],
	["9-", [9, 10]],
	["３,4", [3, 4]],
])("%s are the pages %j", (text, pages) => {
	expect([...pagesOf(parsePageRanges(text, 10) ?? [])]).toEqual(pages);
});

test.each(["", " ", "-", "0", "11", "4-2", "1-11", "a", "1,,2", "1 2", "1-2-3"])("%j is invalid", (text) => {
	expect(parsePageRanges(text, 10)).toBeUndefined();
});
