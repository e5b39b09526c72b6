import { expect, test } from "vitest";
import { dates, numbers, plurals } from "./formatters";

test("keeps a format for each language and way", () => {
	const short = { minimumFractionDigits: 1 };
	expect(numbers.of("de", short).format(1234)).toBe("1.234,0");
	expect(numbers.of("de", { ...short })).toBe(numbers.of("de", short));
	expect(numbers.of("de").format(1234)).toBe("1.234");
	expect(numbers.of("en", short).format(1234)).toBe("1,234.0");
	expect(plurals.of("en", { type: "ordinal" }).select(2)).toBe("two");
	expect(plurals.of("en").select(2)).toBe("other");
	expect(dates.of("fr", { month: "long", timeZone: "UTC" }).format(0)).toBe("janvier");
});
