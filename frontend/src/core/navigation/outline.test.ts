import { expect, test } from "vitest";
import { type OutlineItem, pathTo } from "./outline";

const items: OutlineItem[] = [
	{ title: "One", target: { page: 2 }, children: [{ title: "1.1", target: { page: 3 } }] },
	{ title: "Elsewhere", target: { uri: "https://example.com" } },
	{
		title: "Two",
		target: { page: 5 },
		children: [
			{ title: "2.1", target: { page: 5 } },
			{ title: "2.2", target: { page: 9 } },
		],
	},
];

test.each([
	[1, []],
	[2, ["One"]],
	[4, ["One", "1.1"]],
	[5, ["Two", "2.1"]],
	[99, ["Two", "2.2"]],
])("page %i is in %j", (page, way) => {
	expect(pathTo(items, page).map(({ title }) => title)).toEqual(way);
});
