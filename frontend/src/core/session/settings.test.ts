import { expect, expectTypeOf, test } from "vitest";
import type { components } from "../../api/schema.gen";
import { pageToOpen, parseSettings, type Profile } from "./settings";

const profile: Profile = {
	homeURL: "",
	openedPage: 1,
	output: "html",
	thumbnailsShown: true,
	ribbon: false,
	initialLayout: "normal",
	print: true,
	download: "pdf",
	textSelection: true,
	search: true,
	watermark: "",
	frameAncestors: "*",
};

test("a profile has the properties that the API names", () => {
	type ProfileSchema = Required<components["schemas"]["Profile"]>;
	expectTypeOf<{ -readonly [Name in keyof Profile]: Profile[Name] }>().toEqualTypeOf<ProfileSchema>();
});

const state = { revision: 1, profile, pictures: true, withheld: false, mark: "" };

test.each([true, false])("settings are what the server wrote, selectable %s", (selectable) => {
	const chosen = { ...profile, textSelection: selectable };
	expect(parseSettings({ ...state, profile: chosen })).toEqual({
		profile: chosen,
		form: { pictures: true, text: false, words: false, selectable, buttons: false, mark: "" },
		outlined: selectable,
		withheld: false,
	});
});

test.each([
	null,
	{},
	{ ...state, profile: undefined },
	{ ...state, pictures: "true" },
	{ ...state, withheld: undefined },
	{ ...state, mark: 1 },
	{ ...state, profile: { ...profile, openedPage: "1" } },
])("%j has no settings", (value) => {
	expect(() => parseSettings(value)).toThrow(TypeError);
});

test.each([
	[1, 1, true, 1],
	[3, 1, true, undefined],
	[3, 5, true, 3],
	[3, 5, false, 3],
	[9, 5, false, 5],
])("page %i of %i, more coming: %s: go to %s", (asked, count, coming, page) => {
	expect(pageToOpen(asked, count, coming)).toBe(page);
});
