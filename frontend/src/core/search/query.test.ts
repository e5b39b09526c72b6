import { expect, test } from "vitest";
import { phraseOf, searchOfFragment } from "./query";

test.each([
	["word", '"word'],
	["  two\n words ", '"two words'],
	['"two" words', '"two" words'],
	["„so“", "„so“"],
	["\u{1f600}".repeat(2000), `"${"\u{1f600}".repeat(990)}`],
])("%j becomes the query %j", (text, query) => {
	expect(phraseOf(text)).toBe(query);
});

test.each([
	["#search=words", "words"],
	["#search=two%20words", "two words"],
	["#search=two+words", "two words"],
	["#search=C%2B%2B", "C++"],
	["#page=7&search=Stra%C3%9Fe", "Straße"],
	["#search=100%", "100%"],
	["#search=%E0%A4", "%E0%A4"],
	["#search=", undefined],
	["#search=%20", undefined],
	["#research=x", undefined],
	["", undefined],
])("the fragment %j searches for %j", (fragment, text) => {
	expect(searchOfFragment(fragment)).toBe(text);
});
