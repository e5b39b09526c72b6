import { describe, expect, expectTypeOf, test } from "vitest";
import type { components } from "../../api/schema.gen";
import { newerState, parseState, phaseOf, type ShownPart, type ViewerState } from "./viewer-state";

const state: ViewerState = {
	revision: 3,
	version: 1,
	status: "processing",
	shown: "first",
	message: { text: "" },
	locked: false,
	name: "Report.docx",
	pageCount: 1,
	sizes: [[1, 595.3, 841.9]],
	expiresAt: "2026-01-02T03:04:05.678+00:00",
	base: "/viewer/session/S",
	notify: false,
	counted: false,
};

describe("parseState", () => {
	test("knows the extents that the API names", () => {
		expectTypeOf<ShownPart>().toEqualTypeOf<components["schemas"]["Report"]["shown"]>();
	});

	test("reads what the server writes", () => {
		expect(parseState(JSON.parse(JSON.stringify(state)))).toEqual(state);
	});

	test("treats missing sizes as an empty list", () => {
		expect(parseState({ ...state, sizes: null }).sizes).toEqual([]);
	});

	test.each([
		["nothing", null],
		["text", "ready"],
		["no status", { ...state, status: undefined }],
		["an unknown status", { ...state, status: "sleeping" }],
		["nothing said of what is shown", { ...state, shown: undefined }],
		["an unknown extent", { ...state, shown: "half" }],
		["a revision that is text", { ...state, revision: "3" }],
		["a name that is a number", { ...state, name: 3 }],
		["sizes that are no runs", { ...state, sizes: [[1, 2]] }],
		["a page without height", { ...state, sizes: [[1, 100, 0]] }],
	])("refuses %s", (_, value) => {
		expect(() => parseState(value)).toThrow(TypeError);
	});
});

describe("newerState", () => {
	test("keeps the higher revision, whichever arrives first", () => {
		const next = { ...state, revision: 4 };
		expect(newerState(state, next)).toBe(next);
		expect(newerState(next, state)).toBe(next);
	});

	test("keeps the same object if nothing changed", () => {
		expect(newerState(state, { ...state })).toBe(state);
	});
});

test.each<[Partial<ViewerState>, string]>([
	[{ shown: "none", sizes: [] }, "waiting"],
	[{ sizes: [] }, "waiting"],
	[{ shown: "provisional" }, "provisional"],
	[{}, "converting"],
	[{ shown: "all" }, "indexing"],
	[{ status: "ready" }, "ready"],
	[{ status: "failed" }, "incomplete"],
	[{ status: "failed", shown: "none", sizes: [] }, "failed"],
])("the phase of %j is %s", (change, phase) => {
	expect(phaseOf({ ...state, ...change })).toBe(phase);
});
