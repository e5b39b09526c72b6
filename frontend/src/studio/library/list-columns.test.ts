import { expect, test } from "vitest";
import type { LibraryDocument } from "../../api/library";
import { gridTemplate, usedColumns } from "./list-columns";

const ready = { name: "letter", status: "ready", pageCount: 0 } as LibraryDocument;

test.each<[string, Partial<LibraryDocument>[], string[]]>([
	["no documents", [], []],
	["nothing to show", [{}, {}], []],
	["a type by name", [{ name: "letter.pdf" }], ["type"]],
	["pages of one of them", [{}, { pageCount: 3 }], ["pages"]],
	["sizes", [{ size: 0 }, { size: 12 }], ["size"]],
	["tags", [{ tags: [] }, { tags: ["spring"] }], ["tags"]],
	["states", [{ status: "failed" }], ["state"]],
	[
		"all",
		[{ name: "a.pdf", size: 1, pageCount: 1, tags: ["x"], status: "processing" }],
		["tags", "type", "pages", "size", "state"],
	],
])("the columns of %s", (_, documents, expected) => {
	expect([...usedColumns(documents.map((document) => ({ ...ready, ...document })))]).toEqual(expected);
});

test("the list has only the widths of its columns", () => {
	expect(gridTemplate(new Set(["pages"]))).toBe("30px minmax(8.125rem, 3fr) 3.75rem 5.75rem");
});
