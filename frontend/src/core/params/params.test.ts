import { describe, expect, test } from "vitest";
import {
	blankOf,
	differencesOf,
	type FieldKind,
	type Json,
	kindOf,
	labelOf,
	namesOf,
	parameterUses,
	type Schema,
	summaryOf,
	valueAt,
	withValue,
} from "./params";

const invoice: Schema = {
	type: "object",
	properties: {
		name: { type: "string" },
		due: { type: "string", format: "date" },
		items: {
			type: "array",
			items: { type: "object", properties: { title: {}, price: { type: "number" } } },
		},
		notes: { type: "array", items: { type: "string" } },
		customer: { type: "object", properties: { paid: { type: "boolean" } } },
	},
};

test.each<[FieldKind, Schema, Json | undefined]>([
	["text", { type: "string" }, "a"],
	["text", {}, undefined],
	["number", {}, 3],
	["number", { type: "integer" }, undefined],
	["text", { type: "number" }, "three"],
	["boolean", { type: "boolean" }, undefined],
	["boolean", {}, true],
	["date", { type: "string", format: "date" }, "2026-01-15"],
	["text", { type: "string", format: "date" }, "tomorrow"],
	["link", { type: "string", format: "uri" }, ""],
	["choice", { enum: ["a", "b"] }, "a"],
	["picture", { type: "string", contentEncoding: "base64" }, undefined],
	["picture", { type: "string", contentEncoding: "base64" }, { src: "data:", width: "4cm" }],
	["list", { type: "array", items: {} }, undefined],
	["list", {}, ["a", 1]],
	["json", { type: "array", items: { type: "array" } }, undefined],
	["json", {}, [["a"], ["b"]]],
	["object", {}, { a: 1 }],
	["object", { type: "string" }, { a: 1 }],
	["text", { type: ["null", "string"] }, null],
])("%s is how %j with %j is edited", (kind, schema, value) => {
	expect(kindOf(schema, value)).toBe(kind);
});

test("an object has the members of its schema, and then what else it has", () => {
	expect(namesOf(invoice, { extra: 1, name: "x" })).toEqual([
		"name",
		"due",
		"items",
		"notes",
		"customer",
		"extra",
	]);
});

test("a new item has every member", () => {
	expect(blankOf(invoice.properties?.["items"]?.items ?? {})).toEqual({ title: "", price: 0 });
});

describe("a value is replaced at its path, and nothing else changes", () => {
	const before = { items: [{ a: 1 }, { a: 2 }], name: "x" };

	test("in a list", () => {
		const after = withValue(before, ["items", 1, "a"], 3);
		expect(after).toEqual({ items: [{ a: 1 }, { a: 3 }], name: "x" });
		expect(before.items[1]?.a).toBe(2);
		expect(valueAt(after, ["items", 0])).toBe(before.items[0]);
	});

	test("items and members are added and removed", () => {
		expect(withValue(before, ["items", 2], { a: 9 })).toEqual({
			items: [{ a: 1 }, { a: 2 }, { a: 9 }],
			name: "x",
		});
		expect(withValue(before, ["items", 0], undefined)).toEqual({ items: [{ a: 2 }], name: "x" });
		expect(withValue(before, ["name"], undefined)).toEqual({ items: before.items });
		expect(withValue(undefined, ["a", "b"], 1)).toEqual({ a: { b: 1 } });
	});

	test("what is not there is nothing", () => {
		expect(valueAt(before, ["items", 7, "a"])).toBeUndefined();
		expect(valueAt(before, ["name", "a"])).toBeUndefined();
	});
});

test("all that a template reads", () => {
	expect(parameterUses(invoice).map(({ path, type }) => `${path} ${type}`)).toEqual([
		"name text",
		"due date",
		"items[] list",
		"items[].title text",
		"items[].price number",
		"notes[] text",
		"customer.paid boolean",
	]);
	expect(parameterUses({ type: "object", properties: {} })).toEqual([]);
	expect(
		parameterUses({ type: "object", properties: { t: { type: "array", items: { type: "array" } } } }),
	).toEqual([
		{ path: "t[]", type: "list" },
		{ path: "t[][]", type: "text" },
	]);
});

test("how two versions differ", () => {
	const later: Schema = {
		properties: {
			name: { type: "number" },
			total: { type: "number" },
			notes: invoice.properties?.["notes"] ?? {},
		},
	};
	expect(
		differencesOf(invoice, later).map(({ path, change, previousType }) => [change, path, previousType]),
	).toEqual([
		["changed", "name", "text"],
		["added", "total", undefined],
		["removed", "due", undefined],
		["removed", "items[]", undefined],
		["removed", "items[].title", undefined],
		["removed", "items[].price", undefined],
		["removed", "customer.paid", undefined],
	]);
	expect(differencesOf(invoice, invoice)).toEqual([]);
});

test.each([
	["firstName", "First name"],
	["first_name", "First name"],
	["VATNumber", "VATNumber"],
	["first name", "First name"],
	["_", "_"],
])("%s is called %s", (name, label) => {
	expect(labelOf(name)).toBe(label);
});

test.each<[string, Json | undefined]>([
	["Pen · 2", { photo: "data:image/png;base64,AA", price: 2, title: "Pen", amount: 7 }],
	["Pen", "Pen"],
	["", undefined],
	["", "data:image/png;base64,AA"],
])("%j is the summary of %j", (summary, value) => {
	expect(summaryOf(value)).toBe(summary);
});
