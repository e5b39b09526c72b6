import { expect, test } from "vitest";
import { Chunks } from "./chunks";

test("parts are asked for once, and found by their places", () => {
	const chunks = new Chunks<string>(2, 10);
	expect(chunks.missing({ first: 1, end: 5 })).toEqual([0, 1, 2]);
	chunks.put(1, ["c", "d"]);
	expect([chunks.at(1), chunks.at(2), chunks.at(3)]).toEqual([undefined, "c", "d"]);
	expect(chunks.missing({ first: 1, end: 5 })).toEqual([0, 2]);
	expect(chunks.missing({ first: 3, end: 3 })).toEqual([]);
});

test("what is out of date is shown until something newer comes", () => {
	const chunks = new Chunks<string>(2, 10);
	chunks.put(0, ["a", "b"]);
	chunks.age();
	expect(chunks.at(0)).toBe("a");
	expect(chunks.missing({ first: 0, end: 1 })).toEqual([0]);
	chunks.put(0, ["a", "b"], chunks.now - 1); // it was asked for before
	expect(chunks.missing({ first: 0, end: 1 })).toEqual([0]);
	chunks.replace((item) => item.toUpperCase());
	expect([...chunks.values()]).toEqual(["A", "B"]);
});

test("what is at hand is found wherever it is now", () => {
	const chunks = new Chunks<string>(2, 10);
	chunks.put(3, ["a", "b"]);
	expect([chunks.place((item) => item === "b"), chunks.place((item) => item === "c")]).toEqual([
		7,
		undefined,
	]);
});

test("what was not looked at for longest is let go", () => {
	const chunks = new Chunks<number>(1, 2);
	chunks.put(0, [0]);
	chunks.put(1, [1]);
	chunks.missing({ first: 0, end: 1 });
	chunks.put(2, [2]);
	expect([0, 1, 2].map((index) => chunks.at(index))).toEqual([0, undefined, 2]);
});
