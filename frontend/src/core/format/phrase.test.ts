import { expect, test } from "vitest";
import { formatPhrase } from "./phrase";

test.each([
	["Rename", "en", {}, "Rename"],
	["Page {page}", "en", { page: 3 }, "Page 3"],
	[{ one: "{count} document", other: "{count} documents" }, "en", { count: 1 }, "1 document"],
	[{ one: "{count} document", other: "{count} documents" }, "en", { count: 12_000 }, "12,000 documents"],
	[{ one: "{count} document", other: "{count} documents" }, "fr", { count: 0 }, "0 document"],
	[{ other: "{count}件" }, "ja", { count: 1 }, "1件"],
	["“{name}”", "en", { name: "{count}" }, "“{count}”"],
])("%o in %s", (phrase, language, values, expected) => {
	expect(formatPhrase(phrase, language, values)).toBe(expected);
});
