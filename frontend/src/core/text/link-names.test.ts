import { expect, test } from "vitest";
import { linkNames } from "./link-names";
import type { Box } from "./page-text";

const word = (text: string, box: Box) => ({ text, box });
const lines = [
	{
		box: [0, 0, 60, 10] as const,
		words: [word("See", [0, 0, 18, 10]), word("page", [20, 0, 38, 10]), word("nine", [40, 0, 60, 10])],
	},
	{ box: [0, 12, 30, 22] as const, words: [word("below", [0, 12, 30, 22])] },
];

test.each<[string, Box, string]>([
	["words of a line", [19, -1, 61, 11], "page nine"],
	["words of two", [-1, -1, 31, 23], "See page below"],
	["a corner of a word", [50, 5, 70, 10], ""],
	["nothing", [0, 40, 50, 60], ""],
])("the name of a link over %s", (_, box, name) => {
	expect(linkNames({ lines })(box)).toBe(name);
});

test("of very many links none has a name", () => {
	const link = { box: [0, 0, 60, 10] as const, target: { page: 1 } };
	const names = (count: number) => linkNames({ lines, links: Array.from({ length: count }, () => link) });
	expect(names(500_000)(link.box)).toBe("See page nine");
	expect(names(500_001)(link.box)).toBe("");
});
