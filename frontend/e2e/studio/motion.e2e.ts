import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { openStudio } from "../support/studio";

// Dialogs appear within 120 to 200 ms, or at once if the user prefers reduced motion.

const browser = new Browser();

test.each([
	["no-preference", 120, 200],
	["reduce", 0, 0],
] as const)(
	"with the preference %s, a dialog takes %i to %i ms",
	async (reducedMotion, minDuration, maxDuration) => {
		const page = await openStudio(browser, "#/folders", { reducedMotion });
		await page.getByRole("button", { name: "Watch a folder" }).first().click();
		await page.getByRole("dialog").waitFor();
		for (const selector of [".ui-dialog", ".ui-overlay"]) {
			const milliseconds = await page
				.locator(selector)
				.evaluate((element) => Number.parseFloat(getComputedStyle(element).animationDuration) * 1000);
			expect(milliseconds).toBeGreaterThanOrEqual(minDuration);
			expect(milliseconds).toBeLessThanOrEqual(maxDuration);
		}
	},
);
