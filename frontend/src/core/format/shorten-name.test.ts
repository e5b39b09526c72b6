import { expect, test } from "vitest";
import { fitsLines, shortenName } from "./shorten-name";

const length = (text: string) => Array.from(text).length;
const atMost = (count: number) => (text: string) => length(text) <= count;

test.each([
	["short", 10, "short"],
	["Quarterly report north 2024", 12, "Quarter…2024"],
	["Quarterly report north 2024", 1, "…"],
	["Quarterly report north 2024", 0, "…"],
	["👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 11, "👨‍👩‍👧…👨‍👩‍👧"],
	["e\u0301e\u0301e\u0301e\u0301e\u0301", 7, "e\u0301e\u0301…e\u0301"],
])("%j within %d is %j", (name, maxLength, expected) => {
	expect(shortenName(name, atMost(maxLength))).toBe(expected);
});

test.each([
	["A very long beginning of the name and the MATCH", "A very…the MATCH"],
	["MATCH and then a very long end of the name", "MATCH and…e name"],
	["A very long beginning with MATCH and a very long end", "…with MATCH and…"],
	["MATCHMATCHMATCHMATCHMATCH", "MATCHMATC…TCHMATCH"],
])("keeps the match in %j", (name, expected) => {
	const start = name.indexOf("MATCH");
	const kept = { start, end: name.lastIndexOf("MATCH") + 5 };
	const shortened = shortenName(name, atMost(expected.length), kept);
	expect(length(shortened)).toBeLessThanOrEqual(expected.length);
	if (kept.end - start === 5) {
		expect(shortened).toContain("MATCH");
	}
	expect(shortened).toContain("…");
});

test.each([
	["aaaa bbbb", 9, 1, true],
	["aaaa bbbb", 8, 1, false],
	["aaaa bbbb", 4, 2, true],
	["aaaa bbbb", 3, 2, false],
	["aaaaaaaa", 4, 2, true],
	["aaaaaaaaa", 4, 2, false],
	["a bbbbbbbb", 8, 2, true],
	["aaaa-bbbb", 5, 2, true],
	["aa bbb cc dd", 6, 2, true],
	["aa bbb cc ddd", 6, 2, true],
	["aaa bb cc dd", 5, 2, false],
	["", 0, 1, true],
])("%j in lines of %d, %d of them: %s", (text, width, lines, expected) => {
	expect(fitsLines(text, width, lines, length)).toBe(expected);
});

test.each([
	[
		"Quarterly report of the northern and southern regions, third draft v7",
		36,
		"Quarterly report of…third draft v7",
	],
	["scan_0001_from_the_third_floor_printer_final", 30, "scan_0001_from_the…final"],
	["Donaudampfschifffahrtsgesellschaft", 12, "Donauda…haft"],
	["Contract with Donaudampfschifffahrtsgesellschaft", 25, "Contract with…esellschaft"],
])("%j within %d is cut between words: %j", (name, maxLength, expected) => {
	expect(shortenName(name, atMost(maxLength))).toBe(expected);
});
