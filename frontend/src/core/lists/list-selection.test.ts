import { expect, test } from "vitest";
import {
	addPicked,
	countPicked,
	everyPicking,
	isPicked,
	leavePicked,
	noPicking,
	pickOnly,
	togglePicked,
} from "./list-selection";

test("some are selected", () => {
	let picking = addPicked(pickOnly(["a"]), ["b", "c"]);
	picking = togglePicked(togglePicked(picking, "b"), "d");
	expect(["a", "b", "c", "d"].filter((id) => isPicked(picking, id))).toEqual(["a", "c", "d"]);
	expect(countPicked(picking, 100)).toBe(3);
	expect(countPicked(noPicking, 100)).toBe(0);
});

test("what has left the list is not selected any more", () => {
	expect(leavePicked(pickOnly(["a", "b"]), ["b", "c"])).toEqual(pickOnly(["a"]));
	expect(leavePicked(everyPicking, ["b"])).toEqual(noPicking);
});

test("all but some are selected", () => {
	let picking = togglePicked(togglePicked(everyPicking, "a"), "b");
	expect([isPicked(picking, "a"), isPicked(picking, "z")]).toEqual([false, true]);
	expect(countPicked(picking, 100)).toBe(98);
	picking = addPicked(picking, ["a"]);
	expect(isPicked(picking, "a")).toBe(true);
	expect(countPicked(picking, 100)).toBe(99);
});
