import { expect, test } from "vitest";
import { dates, numbers, plurals } from "./formatters";

test("caches a formatter for each language and option", () => {
	const short = { minimumFractionDigits: 1 };
	expect(numbers.get("de", short).format(1234)).toBe("1.234,0");
	expect(numbers.get("de", { ...short })).toBe(numbers.get("de", short));
	expect(numbers.get("de").format(1234)).toBe("1.234");
	expect(numbers.get("en", short).format(1234)).toBe("1,234.0");
	expect(plurals.get("en", { type: "ordinal" }).select(2)).toBe("two");
	expect(plurals.get("en").select(2)).toBe("other");
	expect(dates.get("fr", { month: "long", timeZone: "UTC" }).format(0)).toBe("janvier");
});
