import { expect, test } from "vitest";
import { ChunkCache } from "./chunks";

test("parts are requested once, and found by their index", () => {
	const chunks = new ChunkCache<string>(2, 10);
	expect(chunks.missing({ first: 1, end: 5 })).toEqual([0, 1, 2]);
	chunks.store(1, ["c", "d"]);
	expect([chunks.at(1), chunks.at(2), chunks.at(3)]).toEqual([undefined, "c", "d"]);
	expect(chunks.missing({ first: 1, end: 5 })).toEqual([0, 2]);
	expect(chunks.missing({ first: 3, end: 3 })).toEqual([]);
});

test("outdated parts are shown until newer ones arrive", () => {
	const chunks = new ChunkCache<string>(2, 10);
	chunks.store(0, ["a", "b"]);
	chunks.markOutdated();
	expect(chunks.at(0)).toBe("a");
	expect(chunks.missing({ first: 0, end: 1 })).toEqual([0]);
	chunks.store(0, ["a", "b"], chunks.generation - 1); // the chunk of an older generation
	expect(chunks.missing({ first: 0, end: 1 })).toEqual([0]);
	chunks.mapItems((item) => item.toUpperCase());
	expect([...chunks.values()]).toEqual(["A", "B"]);
});

test("what is at hand is found wherever it is now", () => {
	const chunks = new ChunkCache<string>(2, 10);
	chunks.store(3, ["a", "b"]);
	expect([chunks.findIndex((item) => item === "b"), chunks.findIndex((item) => item === "c")]).toEqual([
		7,
		undefined,
	]);
});

test("what was not looked at for longest is let go", () => {
	const chunks = new ChunkCache<number>(1, 2);
	chunks.store(0, [0]);
	chunks.store(1, [1]);
	chunks.missing({ first: 0, end: 1 });
	chunks.store(2, [2]);
	expect([0, 1, 2].map((index) => chunks.at(index))).toEqual([0, undefined, 2]);
});
