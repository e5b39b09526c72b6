import { expect, test } from "vitest";
import { parseMessage } from "./message";

test.each([
	[{ text: "Es ist leer." }, { text: "Es ist leer." }],
	[
		{ text: "It is empty.", lang: "en" },
		{ text: "It is empty.", lang: "en" },
	],
	[{ text: "", lang: 7 }, { text: "" }],
	[{ lang: "en" }, undefined],
	["It is empty.", undefined],
	[null, undefined],
	[undefined, undefined],
])("%j is read as %j", (value, message) => {
	expect(parseMessage(value)).toEqual(message);
});
