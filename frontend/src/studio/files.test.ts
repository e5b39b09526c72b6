import { expect, test } from "vitest";
import type { Bridge } from "./bridge";
import { acceptAttribute, droppedFile, hasExtension, nameOf } from "./files";

test.each([
	["letter.docx", "letter.docx"],
	["/home/zoë/letter.docx", "letter.docx"],
	["C:\\Users\\Zoë\\letter.docx", "letter.docx"],
	["/home/zoë/letters/", "letters"],
	["/", "/"],
])("the name of %s is %s", (path, name) => {
	expect(nameOf(path)).toBe(name);
});

test.each([
	["letter.docx", true],
	["/home/zoë.zip/LETTER.DOCX", true],
	["letter.docx.bak", false],
	["letter", false],
])("%s has one of the extensions: %s", (name, has) => {
	expect(hasExtension(name, ["docx", "zip"])).toBe(has);
});

test("extensions for the browser have dots", () => {
	expect(acceptAttribute(["docx", "zip"])).toBe(".docx,.zip");
});

test("what was dropped is what the program reads at its path, under its name", async () => {
	const bridge: Pick<Bridge, "Dropped"> = {
		Dropped: (kind, path) => Promise.resolve(btoa(`${kind} at ${path}`)),
	};
	const file = await droppedFile(bridge, "rows", "/lists/names.csv");
	expect(file.name).toBe("names.csv");
	expect(await file.text()).toBe("rows at /lists/names.csv");
});
