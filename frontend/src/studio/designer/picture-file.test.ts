import { expect, test } from "vitest";
import { acceptedTypeOf } from "./picture-file";

const latin = (text: string) => new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]);

test.each([
	["\x89PNG\r\n\x1a\n and more", "image/png"],
	["GIF89a", "image/gif"],
	["GIF87a", "image/gif"],
	["\xff\xd8\xff\xe0", undefined],
	["<svg>", undefined],
	["\x89PNG", undefined],
	["", undefined],
])("%j has the type %s, whatever its file name", async (head, type) => {
	expect(await acceptedTypeOf(latin(head))).toBe(type);
});
