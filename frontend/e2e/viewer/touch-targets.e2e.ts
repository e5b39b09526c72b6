import { expect, test } from "vitest";
import { smallTargets, touchScreen } from "../support/touch-targets";
import { namedViewerScreens, useViewerScreens } from "../support/viewer-screens";

// Every control of the viewer is large enough for a finger, on a tablet and on a telephone, upright and on its side.

const openScreen = useViewerScreens();
const sizes = [
	{ width: 1200, height: 800 },
	{ width: 390, height: 844 },
	{ width: 740, height: 390 },
];

test.for(namedViewerScreens)("controls are large enough for fingers: %s", async ([, screen]) => {
	for (const viewport of screen.isAtPoint === true ? sizes : sizes.slice(0, 1)) {
		const page = await openScreen(screen, { ...touchScreen, viewport });
		for (const size of screen.isAtPoint === true ? [viewport] : sizes) {
			await page.setViewportSize(size);
			expect.soft(await smallTargets(page), `${size.width} px wide`).toEqual([]);
		}
	}
});
