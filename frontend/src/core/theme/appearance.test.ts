import { expect, test } from "vitest";
import { forcedMedia, parseAppearance, testsColorScheme } from "./appearance";

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

test("recognizes media queries about the color scheme, on every call", () => {
	expect(testsColorScheme("(prefers-color-scheme: dark)")).toBe(true);
	expect(testsColorScheme("(prefers-color-scheme: dark)")).toBe(true);
	expect(testsColorScheme("(prefers-reduced-motion: reduce)")).toBe(false);
});

test("parses stored appearances", () => {
	expect(parseAppearance("dark")).toBe("dark");
	expect(parseAppearance("pink")).toBe("system");
	expect(parseAppearance(null)).toBe("system");
});
