import { describe, expect, test } from "vitest";
import { momentLabel, pagesLabel, progressOf, splitName } from "./library";

test.each([
	["ready", true, "Ready", "quiet"],
	["processing", true, "Converting…", "busy"],
	["processing", false, "Preparing…", "busy"],
	["failed", false, "Failed", "bad"],
])("%s, viewable %s, is %s", (status, viewable, label, tone) => {
	expect(progressOf({ status, viewable })).toEqual({ label, tone });
});

test.each([
	[0, ""],
	[1, "1 page"],
	[238, "238 pages"],
])("%i pages are %j", (count, label) => {
	expect(pagesLabel(count)).toBe(label);
});

test.each([
	["Report.docx", "Report", ".docx"],
	["Report", "Report", ""],
	[".hidden", ".hidden", ""],
	["v1.2 final version", "v1.2 final version", ""],
	["", "", ""],
])("%j ends with its extension", (name, stem, extension) => {
	expect(splitName(name)).toEqual({ stem, extension });
});

describe("momentLabel", () => {
	const now = new Date(2026, 10, 21, 15, 0).getTime();
	test.each([
		["the time today", new Date(2026, 10, 21, 9, 5), "9:05 AM"],
		["the day this year", new Date(2026, 1, 3, 9, 5), "Feb 3"],
		["the date before", new Date(2024, 1, 3, 9, 5), "Feb 3, 2024"],
	])("is %s", (_, moment, label) => {
		expect(momentLabel(moment.toISOString(), now, "en-US").replace(/\s/g, " ")).toBe(label);
	});

	test("is nothing for what is no moment", () => {
		expect(momentLabel("soon", now)).toBe("");
	});
});
