import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parseColor } from "./color";
import { type ColorDefault, derivedColors } from "./derived-colors";
import { variableOf } from "../messages/preview-protocol";

interface Row {
	readonly theme: Readonly<Record<string, unknown>>;
	readonly derived: Readonly<Record<string, readonly [string, string]>>;
}

/** Returns the properties of themes with their default colours, from the source code of the server. */
async function properties(): Promise<ColorDefault[]> {
	const folder = new URL("../../../../backend/theme/", import.meta.url);
	const [list, tokens] = await Promise.all(
		["list.go", "token.go"].map((name) => readFile(new URL(name, folder), "utf8")),
	);
	const known: Record<string, [string, string]> = {};
	for (const [, name = "", light = "", dark = ""] of (tokens ?? "").matchAll(
		/(\w+)\s+= token\{"[^"]*", "([^"]*)", "([^"]*)"\}/g,
	)) {
		known[name] = [light, dark];
	}
	return [
		...(list ?? "").matchAll(/color\(\s*"(\w+)",[^]*?,\s*(?:fixed\("?([#\w]+)"?\)|(\w+)),\s*"[^"]*"\),/g),
	].map(([, name = "", fixed, token = ""]) => {
		const [light, dark] = fixed === undefined ? (known[token] ?? []) : [];
		return {
			name,
			default: fixed === "unpainted" ? "transparent" : (fixed ?? light),
			darkDefault: dark,
		};
	});
}

test("the designer computes the same colors as the server", async () => {
	const known = await properties();
	expect(known.length).toBeGreaterThan(30);
	const golden = new URL("../../../../backend/theme/testdata/derived.json", import.meta.url);
	for (const { theme, derived } of JSON.parse(await readFile(golden, "utf8")) as Row[]) {
		const got = Object.entries(derivedColors(known, theme, parseColor)).map(([name, both]) => [
			name.startsWith("--") ? name : variableOf(name),
			both,
		]);
		expect(Object.fromEntries(got), JSON.stringify(theme)).toEqual(derived);
	}
});
