import { expect, test } from "vitest";
import { fillPlaceholders } from "./placeholders";

test.each([
	["Page {page}", { page: 7 }, "Page 7"],
	["{a}{b}{a}", { a: "x", b: "$&" }, "x$&x"],
	["{other}", {}, "{other}"],
])("%s with %j", (sentence, values, text) => {
	expect(fillPlaceholders(sentence, values)).toBe(text);
});
