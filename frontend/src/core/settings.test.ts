import { expect, expectTypeOf, test } from "vitest";
import type { components } from "../api/schema.gen";
import { pageFormOf, pageToOpen, parseSettings, type Profile } from "./settings";

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
	type Described = Required<components["schemas"]["Profile"]>;
	expectTypeOf<{ -readonly [Name in keyof Profile]: Profile[Name] }>().toEqualTypeOf<Described>();
});

test("settings are what the server wrote", () => {
	const theme = { buttonColor: "red" };
	expect(parseSettings({ revision: 1, profile, theme, notices: [] })).toEqual({ profile, theme });
});

test.each([null, {}, { profile }, { theme: {} }, { profile: { ...profile, openedPage: "1" }, theme: {} }])(
	"%j has no settings",
	(value) => {
		expect(() => parseSettings(value)).toThrow(TypeError);
	},
);

test.each<[Partial<Profile>, boolean, boolean]>([
	[{}, false, true],
	[{ textSelection: false }, false, false],
	[{ output: "img", textSelection: false }, true, false],
	[{ output: "thumbnails" }, false, true],
	[{ output: "thumbnails", textSelection: false }, true, false],
])("%j: pictures %s, selectable %s", (change, pictures, selectable) => {
	expect(pageFormOf({ ...profile, ...change })).toEqual({ pictures, selectable });
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
