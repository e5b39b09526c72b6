import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parseColor } from "./color";
import { builtInThemes } from "./built-in-themes";
import { checkPairs, colorPairs, effectiveColor } from "./color-pairs";

/** Returns the properties of themes from the OpenAPI description. */
async function describedProperties(): Promise<Record<string, { default?: unknown }>> {
	const file = new URL("../../../../backend/cmd/lectern/test/api/testdata/openapi.json", import.meta.url);
	const { components } = JSON.parse(await readFile(file, "utf8")) as {
		components: { schemas: { Theme: { properties: Record<string, { default?: unknown }> } } };
	};
	return components.schemas.Theme.properties;
}

test("there are light and dark ones, each with a name of its own", () => {
	expect(builtInThemes.filter(({ dark }) => dark).length).toBeGreaterThanOrEqual(3);
	expect(builtInThemes.filter(({ dark }) => !dark).length).toBeGreaterThanOrEqual(3);
	expect(new Set(builtInThemes.map(({ name }) => name)).size).toBe(builtInThemes.length);
});

test.each(builtInThemes.map((theme) => [theme.name, theme] as const))(
	"%s says what there is, whatever the screen",
	async (_, { properties }) => {
		const known = await describedProperties();
		expect(Object.keys(properties).filter((name) => !(name in known))).toEqual([]);
		// Properties that differ between the light and the dark color scheme have no single default, so each theme sets
		// them.
		const differing = Object.entries(known)
			.filter(([name, { default: standard }]) => name.endsWith("Color") && standard === undefined)
			.map(([name]) => name);
		expect(differing.length).toBeGreaterThan(20);
		expect(differing.filter((name) => !(name in properties))).toEqual([]);
		for (const [name, value] of Object.entries(properties)) {
			expect(name.endsWith("Color") ? parseColor(value) : value, name).toBeTruthy();
		}
	},
);

test.each(builtInThemes.map((theme) => [theme.name, theme] as const))(
	"%s has the contrast that WCAG asks for",
	async (_, { properties }) => {
		const defaults = Object.entries(await describedProperties()).map(([name, { default: standard }]) => ({
			name,
			default: standard,
		}));
		const checked = checkPairs(effectiveColor(defaults, properties, false));
		expect(checked.length).toBe(colorPairs.length);
		expect(
			checked
				.filter(({ isSufficient }) => !isSufficient)
				.map(
					({ foreground, backgrounds, ratio }) =>
						`${foreground} on ${backgrounds.join()}: ${ratio.toFixed(2)}`,
				),
		).toEqual([]);
	},
);
