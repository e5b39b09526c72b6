import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parseColor } from "./color";
import { readyThemes } from "./ready-themes";
import { checkPairs, effectiveColor, colorPairs } from "./color-pairs";

/** Returns the properties of themes from the OpenAPI description. */
async function described(): Promise<Record<string, { default?: unknown }>> {
	const file = new URL("../../../../backend/cmd/lectern/test/api/testdata/openapi.json", import.meta.url);
	const { components } = JSON.parse(await readFile(file, "utf8")) as {
		components: { schemas: { Theme: { properties: Record<string, { default?: unknown }> } } };
	};
	return components.schemas.Theme.properties;
}

test("there are light and dark ones, each with a name of its own", () => {
	expect(readyThemes.filter(({ dark }) => dark).length).toBeGreaterThanOrEqual(3);
	expect(readyThemes.filter(({ dark }) => !dark).length).toBeGreaterThanOrEqual(3);
	expect(new Set(readyThemes.map(({ name }) => name)).size).toBe(readyThemes.length);
});

test.each(readyThemes.map((theme) => [theme.name, theme] as const))(
	"%s says what there is, whatever the screen",
	async (_, { properties }) => {
		const known = await described();
		expect(Object.keys(properties).filter((name) => !(name in known))).toEqual([]);
		// Properties that differ between light and dark screens have no single default, so each theme sets them.
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

test.each(readyThemes.map((theme) => [theme.name, theme] as const))(
	"%s has the contrast that WCAG asks for",
	async (_, { properties }) => {
		const defaults = Object.entries(await described()).map(([name, { default: standard }]) => ({
			name,
			default: standard,
		}));
		const checked = checkPairs(effectiveColor(defaults, properties, false));
		expect(checked.length).toBe(colorPairs.length);
		expect(
			checked
				.filter(({ enough }) => !enough)
				.map(({ front, behind, ratio }) => `${front} on ${behind.join()}: ${ratio.toFixed(2)}`),
		).toEqual([]);
	},
);
