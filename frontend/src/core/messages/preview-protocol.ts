import { type Appearance, appearances } from "../theme/appearance";

/**
 * The messages between a page and a preview in one of its frames, sent by `postMessage`. A preview is the viewer with
 * an additional script. The server adds that script only to sessions that an owner's key has created for previews, and
 * allows only its own site and the desktop window to frame them. A site that frames a reader's viewer therefore finds
 * no script that listens to its messages, and a preview whose address leaks cannot be framed.
 */

/** Part of every message, to distinguish it from messages of the viewer's own protocol. */
const version = 1;

/** The states of buttons that a preview can show. All its buttons have the same state. */
export const buttonStates = ["rest", "hover", "active", "pressed", "disabled", "focus"] as const;
export type ButtonState = (typeof buttonStates)[number];

/** The parts of the viewer that a preview can bring into view. */
export const scenes = ["pages", "side", "menu", "search", "selection", "numbers"] as const;
export type Scene = (typeof scenes)[number];

/** The complete state of a preview, sent with every change. */
export interface PreviewState {
	/** CSS custom properties: their values by their names. */
	readonly variables: Readonly<Record<string, string>>;
	/** The selectors of the hidden elements. */
	readonly hidden: readonly string[];
	/** The address of the logo; empty for the viewer's default. */
	readonly logo: string;
	/** Whether the preview follows the system's appearance, or is always light or always dark. */
	readonly appearance: Appearance;
	readonly state: ButtonState;
	readonly scene: Scene;
	/** The selector of the highlighted elements; empty for none. */
	readonly mark: string;
	/** The selectors of the elements that can be picked with a click. If there are none, clicks go to the viewer. */
	readonly pickable: readonly string[];
}

/** An event that a preview reports. */
export type PreviewEvent =
	/** The preview's script is ready for messages. */
	| { readonly name: "listening" }
	/** The preview shows its first state. */
	| { readonly name: "shown" }
	/**
	 * An element was clicked or is hovered. `selectors` are the selectors of `pickable` that match the element or its
	 * ancestors, innermost first.
	 */
	| { readonly name: "picked" | "pointed"; readonly selectors: readonly string[] }
	/** A key for the surrounding page was pressed, such as `z` with Control. */
	| { readonly name: "key"; readonly key: string; readonly shift: boolean };

/** Matches the names of the CSS variables of a theme, and of the variables derived from them. */
const variableName = /^--(theme|on|bar|panel)-[a-z-]+$/;

/**
 * Returns the message that sends a state to a preview. The key `look` is part of the protocol and must not be renamed:
 * the page and the preview may come from different versions of the server.
 */
export function previewStateMessage(state: PreviewState): object {
	return { lecternPreview: version, look: state };
}

/** Returns the message that reports an event of a preview. */
export function previewEventMessage(event: PreviewEvent): object {
	return { lecternPreview: version, event };
}

/** Parses the state from a message; returns undefined for any other message. */
export function parsePreviewState(value: unknown): PreviewState | undefined {
	const { lecternPreview, look } = fieldsOf(value);
	const { variables, hidden, logo, appearance, state, scene, mark, pickable } = fieldsOf(look);
	const isValid =
		lecternPreview === version &&
		Object.entries(fieldsOf(variables)).every(
			([name, text]) => variableName.test(name) && typeof text === "string",
		) &&
		isStringArray(hidden) &&
		isStringArray(pickable) &&
		typeof logo === "string" &&
		typeof mark === "string" &&
		(appearances as readonly unknown[]).includes(appearance) &&
		(buttonStates as readonly unknown[]).includes(state) &&
		(scenes as readonly unknown[]).includes(scene);
	return isValid ? (look as PreviewState) : undefined;
}

/** Parses the event from a message; returns undefined for any other message. */
export function parsePreviewEvent(value: unknown): PreviewEvent | undefined {
	const { lecternPreview, event } = fieldsOf(value);
	const { name, selectors, key, shift } = fieldsOf(event);
	if (lecternPreview !== version) {
		return undefined;
	}
	switch (name) {
		case "listening":
		case "shown":
			return { name };
		case "picked":
		case "pointed":
			return isStringArray(selectors) ? { name, selectors } : undefined;
		case "key":
			return typeof key === "string" && typeof shift === "boolean" ? { name, key, shift } : undefined;
		default:
			return undefined;
	}
}

function fieldsOf(value: unknown): Record<string, unknown> {
	return Object(value) as Record<string, unknown>;
}

function isStringArray(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((text) => typeof text === "string");
}

/** Returns the custom CSS property in which the viewer reads a property of the theme. */
export function variableOf(property: string): string {
	return `--theme-${property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
