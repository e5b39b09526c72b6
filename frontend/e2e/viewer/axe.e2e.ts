import { expect, test } from "vitest";
import { findingsInAppearances } from "../support/appearances";
import { namedViewerScreens, useViewerScreens } from "../support/viewer-screens";

const openScreen = useViewerScreens();

test.for(namedViewerScreens)("axe finds nothing in any appearance of the viewer: %s", async ([, screen]) => {
	expect(await findingsInAppearances(await openScreen(screen))).toEqual([]);
});
