import { expect, test } from "vitest";
import { fileDate } from "./file-date";

test("a moment is a part of a file's name that sorts", () => {
	expect(fileDate(new Date(2026, 0, 2, 3, 4))).toBe("2026-01-02-0304");
	expect(fileDate(new Date(2026, 11, 31, 23, 59))).toBe("2026-12-31-2359");
});
