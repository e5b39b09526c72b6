import { describe, expect, test } from "vitest";
import { cellText, columnsOf, compareColumns, emptyTable, mergeParams, templateColumns } from "./row-table";

const schema = {
	type: "object",
	properties: {
		number: { type: "string" },
		customer: { type: "object", properties: { name: { type: "string" }, zip: { type: "string" } } },
		lines: {
			type: "array",
			items: { type: "object", properties: { price: { type: "number" } } },
		},
	},
} as const;

describe("rows as a table", () => {
	const rows = [
		{ number: "1", customer: { name: "Zoë" } },
		null,
		{ number: "2", customer: { name: "Ada", zip: "00100" }, lines: [{ price: 2 }], paid: true, note: null },
	];

	test("columns are the values that they have", () => {
		expect(columnsOf(rows)).toEqual(["number", "customer.name", "customer.zip", "lines", "paid", "note"]);
		expect(columnsOf([])).toEqual([]);
		expect(columnsOf([Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`c${i}`, i]))])).toHaveLength(
			60,
		);
	});

	test("cells are texts", () => {
		expect(columnsOf(rows).map((column) => cellText(rows[2] ?? null, column))).toEqual([
			"2",
			"Ada",
			"00100",
			'[{"price":2}]',
			"true",
			"",
		]);
		expect(cellText(null, "number")).toBe("");
		expect(cellText({ number: "1" }, "number.none")).toBe("");
	});
});

describe("the parameters of a template", () => {
	test("is a column for each value", () => {
		expect(templateColumns(schema)).toEqual(["number", "customer.name", "customer.zip", "lines"]);
		expect(templateColumns({})).toEqual([]);
	});

	test("is compared with what there is", () => {
		expect(compareColumns(schema, ["number", "customer.name", "phone"])).toEqual({
			missing: ["customer.zip", "lines"],
			unused: ["phone"],
		});
	});

	test("is an empty table", () => {
		expect(emptyTable(schema)).toBe("\ufeffnumber,customer.name,customer.zip,lines\r\n");
		expect(emptyTable({ type: "object", properties: { 'a "b", c': { type: "string" } } })).toBe(
			'\ufeff"a ""b"", c"\r\n',
		);
	});
});

test("a row's own parameters win over those of all", () => {
	expect(
		mergeParams(
			{ a: 1, b: { c: 1, d: 2 }, e: [1], f: { g: 1 } },
			{ a: 2, b: { c: 3 }, e: [2], f: 4, h: null },
		),
	).toEqual({ a: 2, b: { c: 3, d: 2 }, e: [2], f: 4, h: null });
});
