import { expect, test } from "vitest";
import { reached, ServerError } from "../api/client";
import { errorText } from "./error-text";
import type { Words } from "./words.svelte";

const words: Pick<Words, "say"> = { say: (name, values) => `${name} ${JSON.stringify(values ?? {})}` };

test.each([
	["the server's own words", new ServerError("Ist voll.", 507), "Ist voll."],
	["an answer without a reason", new ServerError("no", 502, {}, false), 'shell.answered {"status":502}'],
	["a mistake of the window", new TypeError("nothing is not a function"), "nothing is not a function"],
])("tells %s", (_what, error, told) => {
	expect(errorText(words, error)).toBe(told);
});

test("tells that nobody answers, whatever a browser calls it", async () => {
	const error: unknown = await reached(Promise.reject(new TypeError("Failed to fetch"))).catch(
		(e: unknown) => e,
	);
	expect(errorText(words, error)).toBe("shell.noAnswer {}");
});
