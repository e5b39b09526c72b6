import { expect, test } from "vitest";
import { begin, change, redo, seal, undo } from "./undo-history";

test("goes back and forth", () => {
	let history = change(change(begin(0), "a", 1), "b", 2);
	history = undo(history);
	expect(history.present).toBe(1);
	history = undo(undo(history)); // one more than there are
	expect(history.present).toBe(0);
	history = redo(redo(redo(history)));
	expect(history.present).toBe(2);
	expect(history.past.map(({ what }) => what)).toEqual(["a", "b"]);
});

test("what is drawn is one step", () => {
	let history = begin(0);
	for (let value = 1; value <= 50; value++) {
		history = change(history, "slider", value);
	}
	expect(undo(history).present).toBe(0);
	history = change(seal(history), "slider", 60);
	expect(undo(history).present).toBe(50);
});

test("a change after going back leaves nothing to go forth to", () => {
	const history = change(undo(change(begin(0), "a", 1)), "a", 2);
	expect(history.future).toEqual([]);
	expect(redo(history).present).toBe(2);
	expect(undo(history).present).toBe(0);
});

test("the oldest steps are forgotten", () => {
	let history = begin(0);
	for (let value = 1; value <= 300; value++) {
		history = change(history, String(value), value);
	}
	expect(history.past.length).toBe(200);
	expect(history.present).toBe(300);
});
