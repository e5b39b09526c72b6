import { expect, test } from "vitest";
import {
	parsePreviewEvent,
	parsePreviewState,
	previewEventMessage,
	type PreviewState,
	previewStateMessage,
	variableOf,
} from "./preview-protocol";

const previewState: PreviewState = {
	variables: { "--theme-button-color": "#ff0000" },
	hidden: [".logo"],
	logo: "",
	appearance: "dark",
	state: "hover",
	scene: "search",
	mark: "button",
	pickable: ["button"],
};

test("a look arrives as it was sent", () => {
	expect(parsePreviewState(previewStateMessage(previewState))).toEqual(previewState);
});

test.each<[string, unknown]>([
	["nothing", undefined],
	["another protocol", { svcView: 1, look: previewState }],
	["another version", { lecternPreview: 2, look: previewState }],
	["a variable that is no theme's", previewStateMessage({ ...previewState, variables: { "--ink": "red" } })],
	["a property", previewStateMessage({ ...previewState, variables: { color: "red" } })],
	[
		"a value that is no text",
		{ lecternPreview: 1, look: { ...previewState, variables: { "--theme-a": 1 } } },
	],
	["an unknown state", { lecternPreview: 1, look: { ...previewState, state: "gone" } }],
	["selectors that are no list", { lecternPreview: 1, look: { ...previewState, hidden: ".logo" } }],
])("%s is no look", (_, message) => {
	expect(parsePreviewState(message)).toBeUndefined();
});

test("events arrive as they were sent, and no others", () => {
	for (const event of [
		{ name: "listening" },
		{ name: "shown" },
		{ name: "picked", selectors: ["a", "b"] },
		{ name: "key", key: "z", shift: true },
	] as const) {
		expect(parsePreviewEvent(previewEventMessage(event))).toEqual(event);
	}
	expect(parsePreviewEvent({ lecternPreview: 1, event: { name: "picked", selectors: [1] } })).toBeUndefined();
	expect(parsePreviewEvent({ lecternPreview: 1, event: { name: "other" } })).toBeUndefined();
	expect(parsePreviewEvent({ svcView: 1, event: "hello", data: {} })).toBeUndefined();
});

test("variables are named as the server names them", () => {
	expect(variableOf("buttonHoverBackgroundColor")).toBe("--theme-button-hover-background-color");
});
