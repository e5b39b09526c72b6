import { expect, test } from "vitest";
import { paperName } from "./paper-name";

test.each([
	[595.28, 841.89, "A4"],
	[595, 842, "A4"],
	[842, 595, "A4"],
	[419.53, 595.28, "A5"],
	[612, 792, "Letter"],
	[792, 1224, "Tabloid"],
	[600, 800, undefined],
	[612, 842, undefined],
])("%d × %d points are %s", (width, height, name) => {
	expect(paperName({ width, height })).toBe(name);
});
