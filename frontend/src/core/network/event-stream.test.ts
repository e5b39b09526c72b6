import { expect, test } from "vitest";
import { EventStreamReader } from "./event-stream";

test("events come whole, however the text is cut", () => {
	const text =
		'id: 7\n\n: still here\n\nevent: changed\ndata: {"a":1}\n\ndata: one\r\ndata: two\r\n\r\nevent: lost\n\n';
	const expected = [
		{ name: "changed", data: '{"a":1}' },
		{ name: "message", data: "one\ntwo" },
	];
	for (let size = 1; size <= text.length; size++) {
		const reader = new EventStreamReader();
		const events = [];
		for (let at = 0; at < text.length; at += size) {
			events.push(...reader.read(text.slice(at, at + size)));
		}
		expect(events).toEqual(expected);
	}
});

test("an event that has not ended is none yet", () => {
	const reader = new EventStreamReader();
	expect(reader.read("data: one\n")).toEqual([]);
	expect(reader.read("\n")).toEqual([{ name: "message", data: "one" }]);
});
