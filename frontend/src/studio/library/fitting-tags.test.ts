import { expect, test } from "vitest";
import { fitTags } from "./fitting-tags";

const chip = (text: string) => text.length + 2;

test.each([
	["all tags fit", ["draft", "legal"], 15, ["draft", "legal"], []],
	["only two tags are shown", ["a", "b", "c", "d"], 100, ["a", "b"], ["c", "d"]],
	["the number of the others needs room", ["draft", "legal", "x"], 16, ["draft", "x"], ["legal"]],
	["a tag that is too long is skipped", ["northern regions", "draft"], 14, ["draft"], ["northern regions"]],
	["if no tag fits, the first is shown", ["northern", "regions"], 8, ["northern"], ["regions"]],
	["no tags", [], 10, [], []],
])("%s", (_, tags, available, shown, hidden) => {
	expect(fitTags(tags, { available, gap: 1, chip })).toEqual({ shown, hidden });
});
