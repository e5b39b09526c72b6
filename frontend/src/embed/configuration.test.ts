import { describe, expect, test } from "vitest";
import { addressOf, configurationOf, parseConfiguration, withProfile } from "./configuration";

/** Returns attributes in the form in which an element has them. */
function attributes(given: Readonly<Record<string, string>>): { name: string; value: string }[] {
	return Object.entries(given).map(([name, value]) => ({ name, value }));
}

test("attributes name a session, a profile, a theme and their overrides, whatever their case", () => {
	const configuration = configurationOf(
		attributes({
			class: "svc-view-viewer-embedded",
			"data-session-id": "abc",
			"data-profile": "reading-room",
			"data-Profile-openedPage": "7",
			"data-theme-buttoncolor": "red",
			"data-other": "x",
		}),
	);
	expect(configuration).toEqual({
		sessionId: "abc",
		profile: "reading-room",
		theme: "",
		profileOverrides: { openedpage: "7" },
		themeOverrides: { buttoncolor: "red" },
	});
});

test("what a script writes to the dataset counts as the attribute does", () => {
	const configuration = configurationOf(
		attributes({
			"data-session-id": "abc",
			"data-profile-opened-page": "7",
			"data-profile-home-u-r-l": "https://example.com/",
			"data-theme-button-hover-background-color": "red",
		}),
	);
	expect(configuration).toMatchObject({
		profileOverrides: { openedpage: "7", homeurl: "https://example.com/" },
		themeOverrides: { buttonhoverbackgroundcolor: "red" },
	});
});

test("null counts as absent", () => {
	const absent = { profile: null, theme: null, profileOverrides: null, themeOverrides: { logo: null } };
	expect(parseConfiguration({ sessionId: "a", ...absent })).toEqual(parseConfiguration({ sessionId: "a" }));
});

test.each([{}, { "data-session-id": "" }])(
	"attributes without a session are no configuration: %o",
	(given) => {
		expect(configurationOf(attributes(given))).toBeUndefined();
	},
);

test("an address has the configured parameters, and no others", () => {
	const plain = parseConfiguration({ sessionId: "a b&c" });
	expect(addressOf("https://docs.example/x", plain)).toBe(
		"https://docs.example/x/viewer/view?sessionId=a+b%26c",
	);
	const full = withProfile(
		parseConfiguration({ sessionId: "a", theme: "t", profileOverrides: { Ribbon: 1 } }),
		{
			ribbon: true,
		},
	);
	expect(new URL(addressOf("https://docs.example", full)).searchParams.get("profileOverrides")).toBe(
		'{"ribbon":true}',
	);
});

describe("a configuration that is wrong is refused", () => {
	test.each([
		undefined,
		null,
		"abc",
		{},
		{ sessionId: "" },
		{ sessionId: null },
		{ sessionId: 7 },
		{ sessionId: "a", profile: 1 },
	])("%o", (given) => {
		expect(() => parseConfiguration(given)).toThrow(/^The /);
	});
});
