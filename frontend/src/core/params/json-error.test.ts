import { expect, test } from "vitest";
import { findJsonSyntaxError } from "./json-error";

test.each([
	'{"a": [1, -2.5e3, true, null, "x\\n\\u00e9"], "b": {}, "c": []}',
	" \n{\n}\t",
	'"text"',
	"[".repeat(5000) + "]".repeat(5000),
])("%.40s is JSON", (text) => {
	expect(findJsonSyntaxError(text)).toBeUndefined();
	JSON.parse(text);
});

test.each<[string, number, number, boolean]>([
	["", 1, 1, true],
	['{"a": 1,}', 1, 9, false],
	['{\n\t"a": 1\n\t"b": 2\n}', 3, 2, false],
	['{"a": }', 1, 7, false],
	['{"a" 1}', 1, 6, false],
	["{a: 1}", 1, 2, false],
	['{"a": [1, 2}', 1, 12, false],
	['{"a": "x', 1, 9, true],
	['{"a": "x\n"}', 1, 9, false],
	['{"a": "\\x"}', 1, 8, false],
	['{"a": 01}', 1, 7, false],
	['{"a": 1} 2', 1, 10, false],
	['{"a": [', 1, 8, true],
	["}", 1, 1, false],
	["'a'", 1, 1, false],
])("%j has its mistake at %i:%i", (text, line, column, ends) => {
	expect(() => JSON.parse(text) as unknown).toThrow();
	expect(findJsonSyntaxError(text)).toMatchObject({ line, column, isTruncated: ends });
});
