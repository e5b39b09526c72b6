import { expect, test } from "vitest";
import { endStep, recordChange, redo, startHistory, undo } from "./undo-history";

test("undoes and redoes", () => {
	let history = recordChange(recordChange(startHistory(0), "a", 1), "b", 2);
	history = undo(history);
	expect(history.present).toBe(1);
	history = undo(undo(history)); // one more time than there are changes
	expect(history.present).toBe(0);
	history = redo(redo(redo(history)));
	expect(history.present).toBe(2);
	expect(history.past.map(({ change }) => change)).toEqual(["a", "b"]);
});

test("consecutive changes of one kind are one step", () => {
	let history = startHistory(0);
	for (let value = 1; value <= 50; value++) {
		history = recordChange(history, "slider", value);
	}
	expect(undo(history).present).toBe(0);
	history = recordChange(endStep(history), "slider", 60);
	expect(undo(history).present).toBe(50);
});

test("a change after undo clears the redo steps", () => {
	const history = recordChange(undo(recordChange(startHistory(0), "a", 1)), "a", 2);
	expect(history.future).toEqual([]);
	expect(redo(history).present).toBe(2);
	expect(undo(history).present).toBe(0);
});

test("the oldest steps are discarded", () => {
	let history = startHistory(0);
	for (let value = 1; value <= 300; value++) {
		history = recordChange(history, String(value), value);
	}
	expect(history.past.length).toBe(200);
	expect(history.present).toBe(300);
});
