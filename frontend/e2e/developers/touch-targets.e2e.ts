import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { sharedServer } from "../support/shared-server";
import { smallTargets, touchScreen } from "../support/touch-targets";

// Every control of the pages for developers is large enough for a finger, on a tablet and on a telephone. The API
// reference is not tested, because a library renders it.

const browser = new Browser();
const screens = [
	{ width: 1024, height: 768 },
	{ width: 390, height: 844 },
];

test.for(["docs/guide", "docs/errors", "docs/operating", "docs/changes", "demo"])(
	"controls are large enough for fingers: %s",
	async (address) => {
		const page = await browser.open(`${sharedServer().url}/${address}`, touchScreen);
		await page.getByRole("heading", { level: 1 }).waitFor();
		for (const size of screens) {
			await page.setViewportSize(size);
			expect.soft(await smallTargets(page), `${size.width} px wide`).toEqual([]);
		}
	},
);
