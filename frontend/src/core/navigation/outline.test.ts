import { expect, test } from "vitest";
import { currentSection, type OutlineItem, sectionsOf } from "./outline";

const items: OutlineItem[] = [
	{ title: "One", target: { page: 2 }, children: [{ title: "1.1", target: { page: 3 } }] },
	{ title: "Elsewhere", target: { uri: "https://example.com" } },
	{
		title: "Two",
		target: { page: 5 },
		children: [
			{ title: "2.1", target: { page: 5 } },
			{ title: "2.2", target: { page: 9, top: 100 } },
			{ title: "2.3", target: { page: 9, top: 500 } },
		],
	},
];

test.each([
	["the first page, before all sections", [1, -20, 400], []],
	["the start of a section", [2, -20, 400], ["One"]],
	["a page without sections", [4, -20, 400], ["One", "1.1"]],
	["the start of two nested sections", [5, -20, 400], ["Two", "2.1"]],
	["the first of two sections on a page", [9, -20, 400], ["Two", "2.2"]],
	["the first section of a page that is visible as a whole", [9, -20, 800], ["Two", "2.2"]],
	["a part of a page before its sections", [9, -20, 80], ["Two", "2.1"]],
	["the end of the first section", [9, 120, 450], ["Two", "2.2"]],
	["the start of the second section", [9, 120, 520], ["Two", "2.3"]],
	["the end of the document", [99, 0, 800], ["Two", "2.3"]],
] as const)("%s belongs to its section", (_, [page, start, end], titles) => {
	const section = currentSection(sectionsOf(items), { page, start, end });
	expect((section?.path ?? []).map(({ title }) => title)).toEqual(titles);
});

test("sections have the order of the document, whatever the order of their entries", () => {
	const [one, two] = [2, 1].map((page) => ({ title: `Page ${page}`, target: { page } }));
	expect(sectionsOf([one, two].filter((item) => item !== undefined)).map(({ page }) => page)).toEqual([1, 2]);
});
