import { describe, expect, test } from "vitest";
import {
	answerMessage,
	commandMessage,
	eventMessage,
	type HostCommand,
	parseHostMessage,
	parseShellCommand,
	parseViewerMessage,
	rejectionMessage,
	shellCommandMessage,
	type ViewerEvent,
} from "./host-protocol";

const events: ViewerEvent[] = [
	{ name: "hello", data: {} },
	{ name: "ready", data: { page: 1, count: 12, name: "letter.docx" } },
	{ name: "pageChanged", data: { page: 3, count: 12 } },
	{ name: "searched", data: { query: "café", hits: 0 } },
	{ name: "closed", data: {} },
	{ name: "expired", data: {} },
	{ name: "pageClicked", data: { page: 7 } },
	{ name: "focused", data: {} },
];

const commands: HostCommand[] = [
	{ name: "hello", data: {} },
	{ name: "goToPage", data: { page: 3 } },
	{ name: "search", data: { query: "annual report" } },
	{ name: "zoom", data: { zoom: "width" } },
	{ name: "zoom", data: { zoom: 1.5 } },
	{ name: "zoom", data: { zoom: "in" } },
	{ name: "print", data: {} },
	{ name: "focus", data: {} },
	{ name: "press", data: { key: "screen-down" } },
];

test.each(events)("the event $name arrives as it was sent", (event) => {
	expect(parseViewerMessage(structuredClone(eventMessage(event)))).toEqual(event);
});

test.each(["next", "back", "search"] as const)(
	"the turn %s arrives as it was sent, and is no event",
	(turn) => {
		expect(parseShellCommand(structuredClone(shellCommandMessage(turn)))).toBe(turn);
		expect(parseViewerMessage(shellCommandMessage(turn))).toBeUndefined();
	},
);

test("other things are no turns", () => {
	expect([null, {}, { svcView: 1, turn: "away" }, { turn: "next" }].map(parseShellCommand)).toEqual(
		Array(4).fill(undefined),
	);
});

test.each(commands)("the command $name arrives as it was sent, with its number", (command) => {
	expect(parseHostMessage(structuredClone(commandMessage(command, 4)))).toEqual({ command, id: 4 });
});

test.each([undefined, "There are no pages yet."])("the answer with the error %s arrives", (error) => {
	expect(parseViewerMessage(structuredClone(answerMessage({ answer: 4, error })))).toEqual({
		answer: 4,
		error,
	});
});

test("of long texts the beginning is read", () => {
	const message = eventMessage({ name: "searched", data: { query: "a".repeat(5_000), hits: 1 } });
	expect(parseViewerMessage(message)).toMatchObject({ data: { query: "a".repeat(1_000) } });
	const answer = answerMessage({ answer: 1, error: "a".repeat(5_000) });
	expect(parseViewerMessage(answer)).toEqual({ answer: 1, error: "a".repeat(1_000) });
});

test("a field that a message does not have is left behind", () => {
	const message = { svcView: 1, event: "pageClicked", data: { page: 2, html: "<b>", count: 9 } };
	expect(parseViewerMessage(message)).toEqual({ name: "pageClicked", data: { page: 2 } });
});

const foreignMessages: unknown[] = [
	undefined,
	null,
	"ready",
	7,
	[],
	{},
	{ event: "closed", data: {} },
	{ svcView: "1", event: "closed", data: {} },
	{ svcView: 2, event: "closed", data: {} },
	{ svcView: 1, event: "closed2", data: {} },
	{ svcView: 1, event: "constructor", data: {} },
	{ svcView: 1, event: "__proto__", data: {} },
	{ svcView: 1, event: ["closed"], data: {} },
	{ svcView: 1, event: "pageClicked" },
	{ svcView: 1, event: "pageClicked", data: { page: "2" } },
	{ svcView: 1, event: "pageClicked", data: { page: -1 } },
	{ svcView: 1, event: "pageClicked", data: { page: 1.5 } },
	{ svcView: 1, event: "pageClicked", data: { page: Number.NaN } },
	{ svcView: 1, event: "searched", data: { query: {}, hits: 1 } },
	{ svcView: 1, answer: -1 },
	{ svcView: 1, command: "print", id: "1", data: {} },
];

describe.each(foreignMessages.map((value) => [JSON.stringify(value), value]))("%s", (_, value) => {
	test("means nothing to either side", () => {
		expect(parseViewerMessage(value)).toBeUndefined();
		expect(parseHostMessage(value)).toBeUndefined();
	});
});

describe.each([
	[
		"goToPage",
		"page",
		[0, -1, 1.5, 1e9, Number.NaN, Number.POSITIVE_INFINITY, "3", null, undefined],
		/whole number from 1/,
	],
	[
		"zoom",
		"zoom",
		[0, -1, Number.NaN, Number.POSITIVE_INFINITY, "huge", "2", null, undefined],
		/"auto".*factor above 0/,
	],
	["search", "query", [7, null, undefined, {}], /text/],
	["toString", "page", [1], /does not understand this command/],
	["__proto__", "page", [1], /does not understand this command/],
] as const)("the command %s", (command, field, values, reason) => {
	test.each(values.map((value) => [value]))("with %o is answered with what is accepted", (value) => {
		const message = { svcView: 1, command, id: 1, data: { [field]: value } };
		expect(parseViewerMessage(message)).toBeUndefined();
		expect(parseHostMessage(message)).toEqual({ id: 1 });
		expect(rejectionMessage(message)).toMatch(reason);
	});
});

test.each([1, 12, 1_000_000])("page %d is a valid target", (page) => {
	const command = { name: "goToPage", data: { page } } as const;
	expect(parseHostMessage(commandMessage(command, 1))).toEqual({ command, id: 1 });
});
