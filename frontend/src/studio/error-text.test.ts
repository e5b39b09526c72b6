import { expect, test } from "vitest";
import { awaitNetwork, ServerError } from "../api/client";
import { errorText } from "./error-text";
import type { I18n } from "./i18n.svelte";

const i18n: Pick<I18n, "t"> = { t: (name, values) => `${name} ${JSON.stringify(values ?? {})}` };

test.each([
	["the server's own words", new ServerError("Ist voll.", 507), "Ist voll."],
	["an answer without a reason", new ServerError("no", 502, {}, false), 'shell.answered {"status":502}'],
	["a mistake of the window", new TypeError("nothing is not a function"), "nothing is not a function"],
])("describes %s", (_what, error, message) => {
	expect(errorText(i18n, error)).toBe(message);
});

test("says that the server is unreachable, whatever the error message of the browser", async () => {
	const error: unknown = await awaitNetwork(Promise.reject(new TypeError("Failed to fetch"))).catch(
		(e: unknown) => e,
	);
	expect(errorText(i18n, error)).toBe("shell.noAnswer {}");
});
