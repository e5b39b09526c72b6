import { expect, test } from "vitest";
import {
	type PreviewState,
	previewStateMessage,
	parsePreviewState,
	parsePreviewEvent,
	previewEventMessage,
	variableOf,
} from "./preview-protocol";

const look: PreviewState = {
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
	expect(parsePreviewState(previewStateMessage(look))).toEqual(look);
});

test.each<[string, unknown]>([
	["nothing", undefined],
	["another protocol", { svcView: 1, look }],
	["another version", { lecternPreview: 2, look }],
	["a variable that is no theme's", previewStateMessage({ ...look, variables: { "--ink": "red" } })],
	["a property", previewStateMessage({ ...look, variables: { color: "red" } })],
	["a value that is no text", { lecternPreview: 1, look: { ...look, variables: { "--theme-a": 1 } } }],
	["an unknown state", { lecternPreview: 1, look: { ...look, state: "gone" } }],
	["selectors that are no list", { lecternPreview: 1, look: { ...look, hidden: ".logo" } }],
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
