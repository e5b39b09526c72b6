import { expect, test } from "vitest";
import { asksForScheme, forcedMedia, parseAppearance } from "./appearance";

test("a query for the forced scheme is always true, one for the other never", () => {
	expect(forcedMedia("(prefers-color-scheme: dark)", "dark")).toBe("(min-width: 0px)");
	expect(forcedMedia("(prefers-color-scheme:dark)", "light")).toBe("(max-width: -1px)");
	expect(forcedMedia("(prefers-color-scheme: light)", "light")).toBe("(min-width: 0px)");
});

test("the rest of a query stays", () => {
	expect(forcedMedia("screen and (prefers-color-scheme: dark) and (width < 900px)", "dark")).toBe(
		"screen and (min-width: 0px) and (width < 900px)",
	);
	expect(forcedMedia("(prefers-color-scheme: dark)", "system")).toBe("(prefers-color-scheme: dark)");
	expect(forcedMedia("print", "dark")).toBe("print");
});

test("tells which queries are about the scheme, each time", () => {
	expect(asksForScheme("(prefers-color-scheme: dark)")).toBe(true);
	expect(asksForScheme("(prefers-color-scheme: dark)")).toBe(true);
	expect(asksForScheme("(prefers-reduced-motion: reduce)")).toBe(false);
});

test("what was kept is an appearance", () => {
	expect(parseAppearance("dark")).toBe("dark");
	expect(parseAppearance("pink")).toBe("system");
	expect(parseAppearance(null)).toBe("system");
});
