import { expect, test } from "vitest";
import { parseViewLocation, type ViewLocation } from "./view-location";

const place: ViewLocation = {
	anchor: { page: 7, x: 0.5, y: -0.25 },
	page: 7,
	zoom: "width",
	arrangement: "poster",
	quarters: 3,
};

test("a place that was kept is read", () => {
	expect(parseViewLocation(structuredClone(place))).toEqual(place);
	expect(parseViewLocation({ ...place, zoom: 1.25 })?.zoom).toBe(1.25);
});

test.each([
	null,
	7,
	{},
	{ ...place, anchor: undefined },
	{ ...place, anchor: { page: 0, x: 0, y: 0 } },
	{ ...place, anchor: { page: 1, x: "0", y: 0 } },
	{ ...place, page: 1.5 },
	{ ...place, page: NaN },
	{ ...place, zoom: "huge" },
	{ ...place, zoom: -1 },
	{ ...place, arrangement: "heap" },
	{ ...place, quarters: 4 },
])("%j is none", (value) => {
	expect(parseViewLocation(value)).toBeUndefined();
});
