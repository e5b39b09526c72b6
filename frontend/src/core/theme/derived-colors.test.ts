import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parseColor } from "./color";
import { type ColorDefault, derivedColors } from "./derived-colors";
import { variableOf } from "../messages/preview-protocol";

/** The golden file that backend/theme compares its own colors with. */
interface Golden {
	readonly properties: readonly ColorDefault[];
	readonly themes: readonly {
		readonly theme: Readonly<Record<string, unknown>>;
		readonly derived: Readonly<Record<string, readonly [string, string]>>;
	}[];
}

test("the designer computes the same colors as the server", async () => {
	const file = new URL("../../../../backend/theme/testdata/derived.json", import.meta.url);
	const { properties, themes } = JSON.parse(await readFile(file, "utf8")) as Golden;
	expect(properties.length).toBeGreaterThan(30);
	for (const { theme, derived } of themes) {
		const got = Object.entries(derivedColors(properties, theme, parseColor)).map(([name, both]) => [
			name.startsWith("--") ? name : variableOf(name),
			both,
		]);
		expect(Object.fromEntries(got), JSON.stringify(theme)).toEqual(derived);
	}
});
