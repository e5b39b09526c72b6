import { describe, expect, test } from "vitest";
import { joinLines } from "./join-lines";

const hasNoWord = () => false;

describe("joinLines", () => {
	test.each<[string, readonly string[], string]>([
		["words", ["to be", "or not"], "to be or not"],
		["one line", ["to be"], "to be"],
		["nothing", [], ""],
		["lines of which one is empty", ["to be", "", "or not"], "to be or not"],
		["a word that was parted", ["micro-", "assembly"], "microassembly"],
		["by another sign", ["micro\u2010", "assembly"], "microassembly"],
		["by a soft hyphen", ["micro\u00ad", "assembly"], "microassembly"],
		["soft hyphens within", ["mi\u00adcro"], "micro"],
		["in another script", ["перево-", "дить"], "переводить"],
		["a name", ["Stress-", "Engineered"], "Stress-Engineered"],
		["a number", ["1990-", "2000"], "1990-2000"],
		["a hyphen for a part of a word", ["Vor-", "und Nachteile"], "Vor- und Nachteile"],
		["a word that begins like 'und'", ["Hin-", "undher"], "Hinundher"],
		["a hyphen that stands alone", ["a -", "b"], "a - b"],
		["an address", ["https://example.com/a-", "b"], "https://example.com/a-b"],
		["a dash", ["word—", "next"], "word—next"],
		["a dash that stands alone", ["word –", "next"], "word – next"],
		["Chinese", ["中文", "字。"], "中文字。"],
		["Japanese", ["ゾルゲと", "尾崎、"], "ゾルゲと尾崎、"],
		["Chinese and Latin", ["中文", "PDF"], "中文 PDF"],
		["Korean", ["한국어", "문서"], "한국어 문서"],
		["from right to left", ["שלום", "עולם"], "שלום עולם"],
		["beyond the basic plane", ["𠀀", "𠀁"], "𠀀𠀁"],
	])("joins %s", (_, lines, text) => {
		expect(joinLines(lines, hasNoWord)).toBe(text);
	});

	test("keeps the hyphen of a word that is hyphenated elsewhere", () => {
		expect(joinLines(["a well-", "known word"], (word) => word === "well-known")).toBe("a well-known word");
	});
});
