import { expect, test } from "vitest";
import { pageOfFragment, parsePageNumber } from "./page-number";

test.each([
	["1", 1],
	[" 12 ", 12],
	["007", 7],
	["１２", 12],
])("%j is a page", (text, page) => {
	expect(parsePageNumber(text, 12)).toEqual({ ok: true, page });
});

test.each([
	["", "empty"],
	["  ", "empty"],
	["0", "out-of-range"],
	["13", "out-of-range"],
	["99999999999999999999", "out-of-range"],
	["-1", "not-a-number"],
	["1.5", "not-a-number"],
	["1e1", "not-a-number"],
	["two", "not-a-number"],
])("%j is no page: %s", (text, reason) => {
	expect(parsePageNumber(text, 12)).toEqual({ ok: false, reason });
});

test.each([
	["#page=7", 7],
	["page=7", 7],
	["#zoom=2&page=40", 40],
	["#page=0", undefined],
	["#page=", undefined],
	["#page=x", undefined],
	["#lastpage=3", undefined],
	["", undefined],
])("the fragment %j names page %j", (fragment, page) => {
	expect(pageOfFragment(fragment)).toBe(page);
});

test.each([
	["iv", 4],
	["IV", 4],
	["1", 5],
	["A-1", 6],
	["6", 6],
	[" ii ", 2],
])("%s of named pages is page %i", (text, page) => {
	const labels = ["i", "ii", "iii", "iv", "1", "A-1"];
	expect(parsePageNumber(text, 6, labels)).toEqual({ ok: true, page });
});
