import { expect, test } from "vitest";
import { parseViewLocation, type ViewLocation } from "./view-location";

const viewLocation: ViewLocation = {
	anchor: { page: 7, x: 0.5, y: -0.25 },
	page: 7,
	zoom: "width",
	arrangement: "poster",
	quarters: 3,
};

test("a stored location is parsed", () => {
	expect(parseViewLocation(structuredClone(viewLocation))).toEqual(viewLocation);
	expect(parseViewLocation({ ...viewLocation, zoom: 1.25 })?.zoom).toBe(1.25);
});

test.each([
	null,
	7,
	{},
	{ ...viewLocation, anchor: undefined },
	{ ...viewLocation, anchor: { page: 0, x: 0, y: 0 } },
	{ ...viewLocation, anchor: { page: 1, x: "0", y: 0 } },
	{ ...viewLocation, page: 1.5 },
	{ ...viewLocation, page: NaN },
	{ ...viewLocation, zoom: "huge" },
	{ ...viewLocation, zoom: -1 },
	{ ...viewLocation, arrangement: "heap" },
	{ ...viewLocation, quarters: 4 },
])("%j is invalid", (value) => {
	expect(parseViewLocation(value)).toBeUndefined();
});
