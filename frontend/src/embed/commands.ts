import {
	commandMessage,
	type HostCommand,
	parseHostMessage,
	refusalOf,
} from "../core/messages/host-protocol";

/** A command that has no answer yet. */
type Waiting = readonly [message: object, resolve: () => void, reject: (reason: Error) => void];

/** The commands that a viewer is given. */
export interface Commands {
	readonly send: (command: HostCommand) => Promise<void>;
	/** The viewer takes commands, from now on: those that wait are sent. */
	readonly ready: () => void;
	/** Ends a command; with an error, where it was not carried out. */
	readonly answered: (id: number, error?: string) => void;
	/** Ends all that wait, and those that come until it is ready. */
	readonly end: (reason: string) => void;
}

/** Keeps the commands of one viewer, to which `post` sends. */
export function makeCommands(post: (message: object) => void): Commands {
	const waiting = new Map<number, Waiting>();
	let count = 0;
	/** Why none is carried out; empty where they are, undefined until it is ready for the first time. */
	let refusal: string | undefined;

	const answered = (id: number, error?: string) => {
		const [, resolve, reject] = waiting.get(id) ?? [];
		waiting.delete(id);
		if (error === undefined) {
			resolve?.();
		} else {
			reject?.(new Error(error));
		}
	};
	const end = (reason: string) => {
		refusal = reason;
		for (const id of waiting.keys()) {
			answered(id, reason);
		}
	};
	return {
		answered,
		end,
		ready: () => {
			refusal = "";
			for (const [message] of waiting.values()) {
				post(message);
			}
		},
		send: (command) =>
			new Promise((resolve, reject) => {
				const message = commandMessage(command, ++count);
				waiting.set(count, [message, resolve, reject]);
				if (!parseHostMessage(message)?.command) {
					answered(count, refusalOf(message));
				} else if (refusal) {
					end(refusal);
				} else if (refusal === "") {
					post(message);
				}
			}),
	};
}
