import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** A width of the window, and its colors. */
interface Appearance {
	readonly width: number;
	readonly colors: "light" | "dark" | "forced";
}

/**
 * The widths of windows in pixels. 720 and 512 have the effect of 1440 and 1024 at a zoom of 200 %; 320 is the smallest
 * width in WCAG.
 */
const widths = [1440, 1024, 768, 720, 512, 390, 320];

/** With LECTERN_STRESS=1, all combinations of widths and colors. Otherwise, each class of widths and each color scheme. */
const appearances: readonly Appearance[] =
	process.env["LECTERN_STRESS"] === "1"
		? widths.flatMap((width) => (["light", "dark", "forced"] as const).map((colors) => ({ width, colors })))
		: [
				{ width: 1440, colors: "light" },
				{ width: 1440, colors: "dark" },
				{ width: 390, colors: "dark" },
				{ width: 768, colors: "forced" },
			];

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The part of axe's API that is used in the page. */
interface Axe {
	run: (
		context: Document,
		options: object,
	) => Promise<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>;
}

/**
 * Returns the violations of WCAG 2.2 AA and of good practice that axe finds in a page, in each appearance. Axe is
 * loaded into the page, which is several times as fast as AxeBuilder. The rules in `except` are not checked.
 */
export async function findingsInAppearances(page: Page, except: readonly string[] = []): Promise<string[]> {
	const findings: string[] = [];
	for (const { width, colors } of appearances) {
		await page.setViewportSize({ width, height: width > 800 ? 900 : 800 });
		await page.emulateMedia({
			colorScheme: colors === "dark" ? "dark" : "light",
			forcedColors: colors === "forced" ? "active" : "none",
		});
		findings.push(...(await runAxe(page, except)).map((finding) => `${width} px, ${colors}: ${finding}`));
	}
	return findings;
}

/**
 * Runs in the page. Waits for the transitions after a change of colors, because texts that fade would have too little
 * contrast.
 */
async function waitForTransitions(): Promise<void> {
	const finite = document
		.getAnimations()
		.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
	await Promise.all(finite.map(({ finished }) => finished.catch(() => undefined)));
}

async function runAxe(page: Page, except: readonly string[]): Promise<string[]> {
	// When the window changes, a designer replaces its preview. Axe would then wait for a response of the replaced
	// frame.
	await page.waitForFunction(() => document.querySelector("iframe.coming") === null);
	for (const frame of page.frames()) {
		await frame.evaluate(waitForTransitions);
		if (!(await frame.evaluate(() => "axe" in window))) {
			await frame.evaluate(axe);
		}
	}
	const disabled = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]));
	return page.evaluate(async (rules) => {
		const { violations } = await (window as unknown as { axe: Axe }).axe.run(document, {
			resultTypes: ["violations"], // otherwise, axe also describes the elements of rules without violations
			rules: { "target-size": { enabled: true }, ...rules },
		});
		return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
	}, disabled);
}
