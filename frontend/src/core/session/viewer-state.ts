import type { SizeRun } from "../layout/page-sizes";
import { type LocalizedMessage, parseMessage } from "./message";

/** The server's names for how much of a document can be shown. */
export const shownParts = ["none", "provisional", "first", "all"] as const;

/**
 * `none`: nothing. `provisional`: page 1, made from the beginning of the document only; the final page 1 may replace
 * it. `first`: the final page 1. `all`: all pages.
 */
export type ShownPart = (typeof shownParts)[number];

/** The state of the document as sent by the server on every change. */
export interface ViewerState {
	/** Increases with every change. */
	readonly revision: number;
	/** Changes when the content of the pages is replaced. The URLs of pages contain it. */
	readonly version: number;
	readonly status: "processing" | "ready" | "failed";
	readonly shown: ShownPart;
	/** The reason of a failure, and what the reader can do; its text is empty otherwise. */
	readonly message: LocalizedMessage;
	/** Whether the document has failed because it needs a password. */
	readonly locked: boolean;
	readonly name: string;
	/** The number of pages known so far. */
	readonly pageCount: number;
	readonly sizes: readonly SizeRun[];
	/** The expiry of the viewing session, in ISO 8601. */
	readonly expiresAt: string;
	/** The base path of the session's resources, without a trailing slash. */
	readonly base: string;
	/** Whether the session's owner is notified about the pages that were read. */
	readonly notify: boolean;
	/** Whether the session limits the number of views. A view must then be opened before resources are loaded. */
	readonly counted: boolean;
}

/** Parses a state from a JSON value. Throws a TypeError if it is invalid. */
export function parseState(value: unknown): ViewerState {
	if (typeof value !== "object" || value === null) {
		throw new TypeError("the state is not an object");
	}
	const record = value as Record<string, unknown>;
	const status = record["status"];
	if (status !== "processing" && status !== "ready" && status !== "failed") {
		throw new TypeError("the state has no known status");
	}
	const shown = shownParts.find((part) => part === record["shown"]);
	if (shown === undefined) {
		throw new TypeError("the state does not say what is shown");
	}
	return {
		revision: numberOf(record, "revision"),
		version: numberOf(record, "version"),
		status,
		shown,
		message: parseMessage(record["message"]) ?? { text: "" },
		locked: record["locked"] === true,
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

/** Returns the state with the higher revision, because responses may arrive out of order. */
export function newerState(current: ViewerState, incoming: ViewerState): ViewerState {
	return incoming.revision > current.revision ? incoming : current;
}

/** The phase of the viewer. It determines the texts that are shown beside the pages or instead of them. */
export type Phase = "waiting" | "provisional" | "converting" | "indexing" | "ready" | "incomplete" | "failed";

/** The phases of a document that is still processed, by how much of it can be shown. */
const processingPhases = {
	none: "waiting",
	provisional: "provisional",
	first: "converting",
	all: "indexing",
} as const satisfies Record<ShownPart, Phase>;

/**
 * Returns the phase of a state.
 *
 * `waiting`: no page is available yet. `provisional`: page 1 is available, but may be replaced. `converting`: the final
 * page 1 is available, and the other pages are being made. `indexing`: all pages are available, but not all of their
 * text. `incomplete`: some pages are available, and no more will come. `failed`: there are no pages, and none will
 * come.
 */
export function phaseOf(state: ViewerState): Phase {
	const pages = state.shown !== "none" && state.sizes.length > 0;
	switch (state.status) {
		case "processing":
			return pages ? processingPhases[state.shown] : "waiting";
		case "failed":
			return pages ? "incomplete" : "failed";
		case "ready":
			return pages ? "ready" : "waiting";
	}
}

/** Reports whether page 1 is shown and the other pages are still to come. */
export function arePagesPending(phase: Phase): phase is "provisional" | "converting" {
	return phase === "provisional" || phase === "converting";
}
