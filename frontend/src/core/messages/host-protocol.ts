import { isZoom, isZoomStep, type Zoom, type ZoomStep } from "../layout/zoom";

/**
 * What a page and the viewer in a frame of it say to each other, by `postMessage`. Either side takes
 * the other for hostile: what is not exactly as said here is passed over.
 *
 * The viewer says `hello` when its script runs, to whoever frames it, with nothing in it. The host
 * answers with the command `hello`, which names its origin to the viewer; all else goes to that origin
 * alone. Every command has a number, and is answered under it.
 */

/** Stands in every message, so that those of others on the same page are told apart. */
const version = 1;

/** What is read of a text, in UTF-16 units. */
const longestText = 1_000;

/** The largest page number that a command may name: no server accepts a document of more pages. */
const largestPage = 1_000_000;

/** What messages are made of, each field the same in all of them. */
interface Fields {
	/** A page's number, from 1. */
	page: number;
	/** How many pages there are. */
	count: number;
	/** How many hits a search has. */
	hits: number;
	/** The document's name. */
	name: string;
	query: string;
	/** A step is what Lectern's own window asks for, whose menu has the keys for it. */
	zoom: Zoom | ZoomStep;
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown) => typeof value === "string";

/** Whether values may stand in fields. */
type Checks = Readonly<Partial<Record<keyof Fields, (value: unknown) => boolean>>>;

const eventChecks: Checks = { page: isCount, count: isCount, hits: isCount, name: isText, query: isText };

const isPage = (value: unknown) => isCount(value) && value !== 0 && (value as number) <= largestPage;

const commandChecks: Checks = {
	page: isPage,
	query: isText,
	zoom: (value) => isZoom(value) || isZoomStep(value),
};

type Shapes = Readonly<Record<string, readonly (keyof Fields)[]>>;

/** What the viewer tells its host. */
const events = {
	/** The viewer's script runs. */
	hello: [],
	/** The document's first page is there. */
	ready: ["page", "count", "name"],
	pageChanged: ["page", "count"],
	/** A search has ended. */
	searched: ["query", "hits"],
	/** The reader wants to leave: Escape, where the viewer had no use for it. */
	closed: [],
	/** The session is over. */
	expired: [],
	/** There will be no pages: the document could not be converted, or there is no such session. */
	failed: [],
	/** A page of a ribbon was chosen. */
	pageClicked: ["page"],
	/** The reader has turned to this viewer: of several windows it comes to the front. */
	focused: [],
} as const satisfies Shapes;

/** What the host asks of the viewer. */
const commands = {
	hello: [],
	goToPage: ["page"],
	search: ["query"],
	zoom: ["zoom"],
	print: [],
} as const satisfies Shapes;

type Union<S extends Shapes> = {
	[Name in keyof S]: { readonly name: Name; readonly data: Readonly<Pick<Fields, S[Name][number]>> };
}[keyof S];

/** An event of the viewer, with its data. */
export type ViewerEvent = Union<typeof events>;

/** A command of the host, with its data. */
export type HostCommand = Union<typeof commands>;

/** How a command ended; `error` is a sentence where it was not carried out. */
export interface Answer {
	readonly answer: number;
	readonly error: string | undefined;
}

/** The message of an event. */
export function eventMessage({ name, data }: ViewerEvent): object {
	return { svcView: version, event: name, data };
}

/** The message of a command, under a number of the host's. */
export function commandMessage({ name, data }: HostCommand, id: number): object {
	return { svcView: version, command: name, id, data };
}

/** The message that answers a command. */
export function answerMessage({ answer, error }: Answer): object {
	return { svcView: version, answer, error };
}

/**
 * Where a reader wants to go from a viewer by a key, to what the page shows beside it, such as another
 * tab: Control and PageDown, or PageUp. It is for Lectern's own window, and no event that others hear.
 */
export type Turn = "next" | "back";

/** The message of a turn. */
export function turnMessage(turn: Turn): object {
	return { svcView: version, turn };
}

/** What a viewer wants of Lectern's window; undefined of what is no turn. */
export function parseTurn(value: unknown): Turn | undefined {
	const { svcView, turn } = fieldsOf(value);
	return svcView === version && (turn === "next" || turn === "back") ? turn : undefined;
}

/** What a viewer says: an event, or the answer to a command. Undefined of what is neither. */
export function parseViewerMessage(value: unknown): ViewerEvent | Answer | undefined {
	const { svcView, event, data, answer, error } = fieldsOf(value);
	if (svcView !== version) {
		return undefined;
	}
	if (isCount(answer)) {
		return { answer: answer as number, error: isText(error) ? (cut(error) as string) : undefined };
	}
	return named(events, eventChecks, event, data) as ViewerEvent | undefined;
}

/** A host's command, undefined where there is none of that name and data, and its number. Undefined of what is no command at all. */
export function parseHostMessage(value: unknown): { command?: HostCommand; id: number } | undefined {
	const { svcView, command: name, id, data } = fieldsOf(value);
	if (svcView !== version || !isText(name) || !isCount(id)) {
		return undefined;
	}
	const command = named(commands, commandChecks, name, data) as HostCommand | undefined;
	return { ...(command && { command }), id: Number(id) };
}

/** What the commands that take a value accept, for the caller that gave another one. */
const accepted: Readonly<Record<string, string>> = {
	goToPage: `a page number: a whole number from 1 to ${largestPage}. A number above the page count opens the last page.`,
	zoom: 'one of "auto", "width" and "page", or a factor above 0: 1 is the actual size, 2 is twice as large.',
	search: "the text to search for.",
};

/** Returns the sentence that answers a command which {@link parseHostMessage} does not understand. */
export function refusalOf(value: unknown): string {
	const { command } = fieldsOf(value);
	return typeof command === "string" && Object.hasOwn(accepted, command)
		? `The viewer does not understand what ${command} was given. It takes ${accepted[command] ?? ""}`
		: "The viewer does not understand this command.";
}

/** The fields of what came as a copy: it has no accessors, and calls nothing. */
function fieldsOf(value: unknown): Record<string, unknown> {
	return Object(value) as Record<string, unknown>;
}

/** What has a shape's name, with the fields of that shape and no others. */
function named(shapes: Shapes, checks: Checks, name: unknown, data: unknown): object | undefined {
	const fields = shapes[name as string];
	const given = fieldsOf(data);
	return fields instanceof Array &&
		isText(name) &&
		fields.every((field: keyof Fields) => checks[field]?.(given[field]))
		? { name, data: Object.fromEntries(fields.map((field: keyof Fields) => [field, cut(given[field])])) }
		: undefined;
}

/** A value; of a text, its beginning. */
function cut(value: unknown): unknown {
	return typeof value === "string" ? value.slice(0, longestText) : value;
}
