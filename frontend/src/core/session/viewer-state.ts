import type { SizeRun } from "../layout/page-sizes";
import { parseMessage, type LocalizedMessage } from "./message";

/** How much of a document is there to be seen, as the server names it. */
export const shownKinds = ["none", "provisional", "first", "all"] as const;

/**
 * Nothing; page 1, made of the document's beginning alone, so that the whole's own may
 * replace it; page 1, as it will stay; all pages.
 */
export type Shown = (typeof shownKinds)[number];

/** What the server says of the document that is shown, whenever it changes. */
export interface ViewerState {
	/** Grows with every change. */
	readonly revision: number;
	/** Changes when the bytes of pages were replaced; part of their URLs. */
	readonly version: number;
	readonly status: "processing" | "ready" | "failed";
	readonly shown: Shown;
	/** Why it failed; without text otherwise. */
	readonly message: LocalizedMessage;
	readonly name: string;
	/** The pages known so far. */
	readonly pageCount: number;
	readonly sizes: readonly SizeRun[];
	/** When the viewing session ends, ISO 8601. */
	readonly expiresAt: string;
	/** The path below which the session's resources lie, without a slash at its end. */
	readonly base: string;
	/** The session's owner wants to know what is read. */
	readonly notify: boolean;
	/** The session counts its views: one is to be opened for the resources. */
	readonly counted: boolean;
}

/** Reads a state from JSON's value. Throws a TypeError where it is not one. */
export function parseState(value: unknown): ViewerState {
	if (typeof value !== "object" || value === null) {
		throw new TypeError("the state is not an object");
	}
	const record = value as Record<string, unknown>;
	const status = record["status"];
	if (status !== "processing" && status !== "ready" && status !== "failed") {
		throw new TypeError("the state has no known status");
	}
	const shown = shownKinds.find((kind) => kind === record["shown"]);
	if (shown === undefined) {
		throw new TypeError("the state does not say what is shown");
	}
	return {
		revision: numberOf(record, "revision"),
		version: numberOf(record, "version"),
		status,
		shown,
		message: parseMessage(record["message"]) ?? { text: "" },
		name: textOf(record, "name"),
		pageCount: numberOf(record, "pageCount"),
		sizes: sizesOf(record["sizes"]),
		expiresAt: textOf(record, "expiresAt"),
		base: textOf(record, "base"),
		notify: record["notify"] === true,
		counted: record["counted"] === true,
	};
}

function numberOf(record: Record<string, unknown>, field: string): number {
	const value = record[field];
	if (typeof value !== "number" || !Number.isFinite(value)) {
		throw new TypeError(`the state's ${field} is not a number`);
	}
	return value;
}

function textOf(record: Record<string, unknown>, field: string): string {
	const value = record[field] ?? "";
	if (typeof value !== "string") {
		throw new TypeError(`the state's ${field} is not text`);
	}
	return value;
}

function sizesOf(value: unknown): SizeRun[] {
	if (value === undefined || value === null) {
		return [];
	}
	if (!Array.isArray(value) || !value.every(isRun)) {
		throw new TypeError("the state's sizes are not runs of pages");
	}
	return value;
}

function isRun(value: unknown): value is SizeRun {
	return (
		Array.isArray(value) &&
		value.length === 3 &&
		value.every((part) => typeof part === "number" && Number.isFinite(part) && part > 0)
	);
}

/** The newer of two states. Answers may overtake each other, so the revision decides, not the order. */
export function newer(current: ViewerState, incoming: ViewerState): ViewerState {
	return incoming.revision > current.revision ? incoming : current;
}

/** What the viewer shows in place of, or beside, the pages. */
export type Phase = "waiting" | "provisional" | "converting" | "indexing" | "ready" | "incomplete" | "failed";

/** The phase of a document that is being processed, by what is shown of it. */
const phaseWith = {
	none: "waiting",
	provisional: "provisional",
	first: "converting",
	all: "indexing",
} as const satisfies Record<Shown, Phase>;

/**
 * The phase of a state: `waiting` has no page yet, `provisional` has one that may be
 * replaced, `converting` has one that stays and awaits the others, `indexing` has all,
 * `incomplete` has some but will get no more, `failed` has none and never will.
 */
export function phaseOf(state: ViewerState): Phase {
	const pages = state.shown !== "none" && state.sizes.length > 0;
	switch (state.status) {
		case "processing":
			return pages ? phaseWith[state.shown] : "waiting";
		case "failed":
			return pages ? "incomplete" : "failed";
		case "ready":
			return pages ? "ready" : "waiting";
	}
}

/** Whether page 1 is shown in a phase, and the others are still to come. */
export function isComing(phase: Phase): phase is "provisional" | "converting" {
	return phase === "provisional" || phase === "converting";
}
