import { isZoom, isZoomStep, type Zoom, type ZoomStep } from "../layout/zoom";
import { type Command, isCommand } from "../navigation/keymap";

/**
 * The messages between a page and the viewer in one of its frames, sent by `postMessage`. Neither side trusts the
 * other: messages that do not match this definition exactly are ignored.
 *
 * When its script runs, the viewer sends `hello` without data to the framing page. The host replies with the command
 * `hello`, from which the viewer learns the host's origin. All further messages are sent to that origin only. Every
 * command has a number, and the answer to the command repeats this number.
 */

/** Part of every message, to distinguish it from messages of other scripts on the page. */
const version = 1;

/** The maximum length of a text in a received message, in UTF-16 units. Longer texts are cut off. */
const maxTextLength = 1_000;

/** The largest page number that a command may name. No server accepts a document with more pages than this. */
const maxPage = 1_000_000;

/** The fields of messages. A field has the same meaning in all of them. */
interface Fields {
	/** A page number, from 1. */
	page: number;
	/** The number of pages. */
	count: number;
	/** The number of hits of a search. */
	hits: number;
	/** The document's name. */
	name: string;
	query: string;
	/** A zoom. Zoom steps are sent only by Lectern's own window, whose menu has keys for them. */
	zoom: Zoom | ZoomStep;
	/** The viewer command that a key triggers. */
	key: Command;
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown) => typeof value === "string";

/** Validators of the fields' values. */
type Checks = Readonly<Partial<Record<keyof Fields, (value: unknown) => boolean>>>;

const eventChecks: Checks = { page: isCount, count: isCount, hits: isCount, name: isText, query: isText };

const isPage = (value: unknown) => isCount(value) && value !== 0 && (value as number) <= maxPage;

const commandChecks: Checks = {
	page: isPage,
	query: isText,
	zoom: (value) => isZoom(value) || isZoomStep(value),
	key: isCommand,
};

type Shapes = Readonly<Record<string, readonly (keyof Fields)[]>>;

/** The events that the viewer sends to the host, with the fields of each. */
const events = {
	/** The viewer's script is running. */
	hello: [],
	/** The document's first page is shown. */
	ready: ["page", "count", "name"],
	pageChanged: ["page", "count"],
	/** A search has finished. */
	searched: ["query", "hits"],
	/** The reader wants to close the viewer: Escape was pressed, and no part of the viewer handled it. */
	closed: [],
	/** The session has expired. */
	expired: [],
	/** No pages will be shown, because the conversion failed or the session does not exist. */
	failed: [],
	/** The reader clicked a page of a ribbon, which is a horizontal layout without bars. */
	pageClicked: ["page"],
	/** The viewer received the focus. A host with several windows brings it to the front. */
	focused: [],
} as const satisfies Shapes;

/** The commands that the host sends to the viewer, with the fields of each. */
const commands = {
	hello: [],
	goToPage: ["page"],
	search: ["query"],
	zoom: ["zoom"],
	print: [],
	/** Moves the focus to the pages. Sent only by Lectern's own window. */
	focus: [],
	/**
	 * Performs the command of a key that was pressed while the viewer did not have the focus. Sent only by Lectern's
	 * own window.
	 */
	press: ["key"],
} as const satisfies Shapes;

type Union<S extends Shapes> = {
	[Name in keyof S]: { readonly name: Name; readonly data: Readonly<Pick<Fields, S[Name][number]>> };
}[keyof S];

/** An event of the viewer, with its data. */
export type ViewerEvent = Union<typeof events>;

/** A command of the host, with its data. */
export type HostCommand = Union<typeof commands>;

/** The answer to a command. `error` is a sentence if the command failed. */
export interface Answer {
	readonly answer: number;
	readonly error: string | undefined;
}

/** Returns the message of an event. */
export function eventMessage({ name, data }: ViewerEvent): object {
	return { svcView: version, event: name, data };
}

/** Returns the message of a command, with a number chosen by the host. */
export function commandMessage({ name, data }: HostCommand, id: number): object {
	return { svcView: version, command: name, id, data };
}

/** Returns the message that answers a command. */
export function answerMessage({ answer, error }: Answer): object {
	return { svcView: version, answer, error };
}

/** The commands that the viewer passes on to the window around it when their keys are pressed. */
const shellCommands = ["next", "back", "search"] as const;

/**
 * A command for the window around the viewer, triggered by a key that was pressed in the viewer: Control and PageDown
 * switch to the next tab, Control and PageUp to the previous one, and Control, Shift and F search the library. Only
 * Lectern's own window handles this message; it is not part of the public events.
 */
export type ShellCommand = (typeof shellCommands)[number];

/**
 * Returns the message that asks the surrounding window to perform a command. The key `turn` is part of the protocol and
 * must not be renamed: the window and the viewer may come from different versions of the server.
 */
export function shellCommandMessage(command: ShellCommand): object {
	return { svcView: version, turn: command };
}

/** Parses a command for the window from a message; returns undefined for any other message. */
export function parseShellCommand(value: unknown): ShellCommand | undefined {
	const { svcView, turn } = fieldsOf(value);
	return svcView === version ? shellCommands.find((command) => command === turn) : undefined;
}

/** Parses an event or the answer to a command from a message of the viewer; returns undefined for any other message. */
export function parseViewerMessage(value: unknown): ViewerEvent | Answer | undefined {
	const { svcView, event, data, answer, error } = fieldsOf(value);
	if (svcView !== version) {
		return undefined;
	}
	if (isCount(answer)) {
		return { answer: answer as number, error: isText(error) ? (truncate(error) as string) : undefined };
	}
	return validMessage(events, eventChecks, event, data) as ViewerEvent | undefined;
}

/**
 * Parses a host's command and its number. The command is undefined if its name or its data is invalid. Returns
 * undefined if the message is not a command at all.
 */
export function parseHostMessage(value: unknown): { command?: HostCommand; id: number } | undefined {
	const { svcView, command: name, id, data } = fieldsOf(value);
	if (svcView !== version || !isText(name) || !isCount(id)) {
		return undefined;
	}
	const command = validMessage(commands, commandChecks, name, data) as HostCommand | undefined;
	return { ...(command && { command }), id: Number(id) };
}

/** The accepted values of each command that has a value, for the error message about invalid values. */
const acceptedValues: Readonly<Record<string, string>> = {
	goToPage: `a page number: a whole number from 1 to ${maxPage}. A number above the page count opens the last page.`,
	zoom: 'one of "auto", "width" and "page", or a factor above 0: 1 is the actual size, 2 is twice as large.',
	search: "the text to search for.",
};

/** Returns the error message for a command that {@link parseHostMessage} rejects. */
export function rejectionMessage(value: unknown): string {
	const { command } = fieldsOf(value);
	return typeof command === "string" && Object.hasOwn(acceptedValues, command)
		? `The viewer does not understand what ${command} was given. It takes ${acceptedValues[command] ?? ""}`
		: "The viewer does not understand this command.";
}

/**
 * Returns a received value as an object, so that its fields can be read. `postMessage` delivers copies without
 * accessors, so reading them runs no foreign code.
 */
function fieldsOf(value: unknown): Record<string, unknown> {
	return Object(value) as Record<string, unknown>;
}

/**
 * Returns the message of the given name with only the fields that `shapes` lists for it; undefined if the name is
 * unknown or a field is missing or invalid.
 */
function validMessage(shapes: Shapes, checks: Checks, name: unknown, data: unknown): object | undefined {
	const fields = shapes[name as string];
	const received = fieldsOf(data);
	return fields instanceof Array &&
		isText(name) &&
		fields.every((field: keyof Fields) => checks[field]?.(received[field]))
		? {
				name,
				data: Object.fromEntries(fields.map((field: keyof Fields) => [field, truncate(received[field])])),
			}
		: undefined;
}

/** Cuts a long text off at the maximum length; returns other values unchanged. */
function truncate(value: unknown): unknown {
	return typeof value === "string" ? value.slice(0, maxTextLength) : value;
}
