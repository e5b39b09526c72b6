import { expect, test } from "vitest";
import { nameMatches } from "./name-matches";

test.each([
	["Quarterly report.pdf", "report", ["report"]],
	["REPORT report Report.pdf", "report", ["REPORT", "report", "Report"]],
	["Übersicht.docx", "uber", ["Über"]],
	["U\u0308bersicht.docx", "uber", ["U\u0308ber"]],
	["Cafe\u0301.pdf", "café", ["Cafe\u0301"]],
	["Straße 7.pdf", "strasse", ["Straße"]],
	["Straße 7.pdf", "s", ["S", "ß"]],
	["ﬁnal.pdf", "final", ["ﬁnal"]],
	["Łódź.pdf", "lodz", ["Łódź"]],
	["בָּרָא.docx", "ברא", ["בָּרָא"]],
	["كتاب ١٢٣.pdf", "123", ["١٢٣"]],
	["کتاب.pdf", "كتاب", ["کتاب"]],
	["aaa.pdf", "aa", ["aa"]],
	["😀 mood.pdf", "mood", ["mood"]],
	["letter.pdf", " letter ", ["letter"]],
	["letter.pdf", "report", []],
	["letter.pdf", "  ", []],
	["letter.pdf", "\u0301", []],
])("marks in %j for %j", (name, text, expected) => {
	expect(nameMatches(name, text).map(({ start, end }) => name.slice(start, end))).toEqual(expected);
});
