import type { Page } from "playwright-core";
import { colorRules, runAxe } from "./axe";

/** A width of the window, and its colors. */
interface Appearance {
	readonly width: number;
	readonly colors: "light" | "dark" | "forced";
	/** Whether only rules about colors are checked, because the other rules have been checked at a similar width. */
	readonly onlyColors?: boolean;
}

/**
 * The widths of windows in pixels. 720 and 512 have the effect of 1440 and 1024 at a zoom of 200 %; 320 is the smallest
 * width in WCAG.
 */
const widths = [1440, 1024, 768, 720, 512, 390, 320];

/**
 * The appearances that are checked. With LECTERN_STRESS=1, all rules are checked in all combinations of widths and
 * colors. Otherwise, all rules are checked at the width of a computer and of a phone, and the rules about colors in
 * each color scheme.
 */
const appearances: readonly Appearance[] =
	process.env["LECTERN_STRESS"] === "1"
		? widths.flatMap((width) => (["light", "dark", "forced"] as const).map((colors) => ({ width, colors })))
		: [
				{ width: 1440, colors: "light" },
				{ width: 1440, colors: "dark", onlyColors: true },
				{ width: 390, colors: "dark" },
				{ width: 768, colors: "forced", onlyColors: true },
			];

/**
 * Returns the violations of WCAG 2.2 AA and of good practice that axe finds in a page, in each appearance. The
 * rules in `ignoredRules` are not checked.
 */
export async function findingsInAppearances(
	page: Page,
	ignoredRules: readonly string[] = [],
): Promise<string[]> {
	const findings: string[] = [];
	for (const { width, colors, onlyColors = false } of appearances) {
		await page.setViewportSize({ width, height: width > 800 ? 900 : 800 });
		await page.emulateMedia({
			colorScheme: colors === "dark" ? "dark" : "light",
			forcedColors: colors === "forced" ? "active" : "none",
		});
		// When the size of the window changes, a designer replaces its preview. Axe would then wait for a response of
		// the replaced frame.
		await page.waitForFunction(() => document.querySelector("iframe.coming") === null);
		const found = await runAxe(page, onlyColors ? { onlyRules: colorRules } : { ignoredRules });
		findings.push(...found.map((finding) => `${width} px, ${colors}: ${finding}`));
	}
	return findings;
}
