import { expect, test } from "vitest";
import { bytesLabel, momentLabel, splitName, typeOf } from "./document-labels";

test.each([
	["Letter.docx", "Letter", ".docx"],
	["archive.tar.gz", "archive.tar", ".gz"],
	[".hidden", ".hidden", ""],
	["no extension", "no extension", ""],
	["A sentence. And another", "A sentence. And another", ""],
	["A sentence. Two", "A sentence. Two", ""],
])("splits %s", (name, stem, extension) => {
	expect(splitName(name)).toEqual({ stem, extension });
});

test.each([
	[{ type: "pdf", name: "Letter.docx" }, "pdf"],
	[{ name: "Letter.DOCX" }, "docx"],
	[{ name: "Letter" }, ""],
])("%o is of the type %j", (document, type) => {
	expect(typeOf(document)).toBe(type);
});

test.each([
	["2026-01-02T03:04:05.678+00:00", "3:04 AM"],
	["2026-01-01T03:04:05.678+00:00", "Jan 1"],
	["2025-01-02T03:04:05.678+00:00", "Jan 2, 2025"],
	["nonsense", ""],
])("%s is %s", (iso, expected) => {
	const now = Date.parse("2026-01-02T12:00:00Z");
	expect(momentLabel(iso, now, "en-US").replaceAll("\u202f", " ")).toBe(expected);
});

test.each([
	[0, "0 bytes"],
	[999, "999 bytes"],
	[1_000, "1 kB"],
	[1_540, "1.5 kB"],
	[999_600, "1 MB"],
	[12_345_678, "12 MB"],
	[5_000_000_000_000_000, "5,000 TB"],
])("%i bytes are %s", (bytes, expected) => {
	expect(bytesLabel(bytes, "en-US")).toBe(expected);
});
