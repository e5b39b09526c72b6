import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** Options for a check with axe. */
interface AxeOptions {
	/** The rules to be checked. By default, all rules of WCAG 2.2 AA and of good practice. */
	readonly onlyRules?: readonly string[];
	/** Rules that are not checked. */
	readonly ignoredRules?: readonly string[];
	/** A selector of elements that are not checked. */
	readonly ignoredElements?: string | undefined;
}

/** The part of axe's API that is used in the page. */
interface Axe {
	run: (
		context: object,
		options: object,
	) => Promise<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>;
}

/** The source text of axe, with a configuration that makes it check frames of other origins, too. */
const source =
	readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8") +
	'; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] });';

/** The rules whose results depend on the color scheme. */
export const colorRules = ["color-contrast", "link-in-text-block"];

/** Runs in the page. Waits for transitions of colors, because texts that fade would have too little contrast. */
async function waitForTransitions(): Promise<void> {
	const finite = document
		.getAnimations()
		.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
	await Promise.all(finite.map(({ finished }) => finished.catch(() => undefined)));
}

/** Returns the violations that axe finds in a page and its frames, with the elements concerned. */
export async function runAxe(
	page: Page,
	{ onlyRules, ignoredRules = [], ignoredElements }: AxeOptions = {},
): Promise<string[]> {
	for (const frame of page.frames()) {
		await frame.evaluate(waitForTransitions);
		if (!(await frame.evaluate(() => "axe" in window))) {
			await frame.evaluate(source);
		}
	}
	const options = {
		resultTypes: ["violations"], // otherwise, axe also describes the elements of rules without violations
		...(onlyRules && { runOnly: onlyRules }),
		// Axe checks target-size, which is a rule of WCAG 2.2, only on demand.
		rules: Object.fromEntries([
			["target-size", { enabled: onlyRules === undefined }],
			...ignoredRules.map((rule) => [rule, { enabled: false }]),
		]) as unknown,
	};
	return page.evaluate(
		async ([options, ignoredElements]) => {
			const context = ignoredElements === undefined ? document : { exclude: [ignoredElements] };
			const { violations } = await (window as unknown as { axe: Axe }).axe.run(context, options);
			return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
		},
		[options, ignoredElements] as const,
	);
}

/**
 * Returns the violations that axe finds in a page. All rules are checked in light colors, and the rules about colors
 * also in dark colors. Elements that match `ignoredElements` are ignored.
 */
export async function axeViolations(page: Page, ignoredElements?: string): Promise<string[]> {
	await page.emulateMedia({ colorScheme: "light" });
	const inLight = await runAxe(page, { ignoredElements });
	await page.emulateMedia({ colorScheme: "dark" });
	const inDark = await runAxe(page, { ignoredElements, onlyRules: colorRules });
	await page.emulateMedia({ colorScheme: null });
	return [...inLight, ...inDark.map((finding) => `dark: ${finding}`)];
}
