import { expect, test } from "vitest";
import {
	countSelected,
	emptySelection,
	fullSelection,
	isSelected,
	selectionOf,
	toggleSelected,
	withItems,
	withoutItems,
} from "./list-selection";

test("some are selected", () => {
	let picking = withItems(selectionOf(["a"]), ["b", "c"]);
	picking = toggleSelected(toggleSelected(picking, "b"), "d");
	expect(["a", "b", "c", "d"].filter((id) => isSelected(picking, id))).toEqual(["a", "c", "d"]);
	expect(countSelected(picking, 100)).toBe(3);
	expect(countSelected(emptySelection, 100)).toBe(0);
});

test("what has left the list is not selected any more", () => {
	expect(withoutItems(selectionOf(["a", "b"]), ["b", "c"])).toEqual(selectionOf(["a"]));
	expect(withoutItems(fullSelection, ["b"])).toEqual(emptySelection);
});

test("all but some are selected", () => {
	let picking = toggleSelected(toggleSelected(fullSelection, "a"), "b");
	expect([isSelected(picking, "a"), isSelected(picking, "z")]).toEqual([false, true]);
	expect(countSelected(picking, 100)).toBe(98);
	picking = withItems(picking, ["a"]);
	expect(isSelected(picking, "a")).toBe(true);
	expect(countSelected(picking, 100)).toBe(99);
});
