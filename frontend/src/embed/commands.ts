import { commandMessage, type HostCommand } from "../core/protocol";

/** A command that has no answer yet. */
interface Waiting {
	readonly message: object;
	readonly resolve: () => void;
	readonly reject: (reason: Error) => void;
}

/** The commands that a viewer is given. */
export interface Commands {
	readonly send: (command: HostCommand) => Promise<void>;
	/** The viewer takes commands: those that wait are sent. */
	readonly ready: () => void;
	/** Ends a command; with an error, where it was not carried out. */
	readonly answered: (id: number, error?: string) => void;
	/** Ends all that wait. */
	readonly fail: (reason: string) => void;
	/** Ends them, and those that come. */
	readonly end: (reason: string) => void;
}

/** Keeps the commands of one viewer, to which `post` sends. */
export function makeCommands(post: (message: object) => void): Commands {
	const waiting = new Map<number, Waiting>();
	let count = 0;
	let isReady = false;
	let over = "";

	const answered = (id: number, error?: string) => {
		const { resolve, reject } = waiting.get(id) ?? {};
		waiting.delete(id);
		if (error === undefined) {
			resolve?.();
		} else {
			reject?.(new Error(error));
		}
	};
	const fail = (reason: string) => {
		for (const id of waiting.keys()) {
			answered(id, reason);
		}
	};
	return {
		answered,
		fail,
		end: (reason) => {
			over = reason;
			fail(reason);
		},
		ready: () => {
			isReady = true;
			for (const { message } of waiting.values()) {
				post(message);
			}
		},
		send: (command) =>
			new Promise((resolve, reject) => {
				const message = commandMessage(command, ++count);
				waiting.set(count, { message, resolve, reject });
				if (over) {
					fail(over);
				} else if (isReady) {
					post(message);
				}
			}),
	};
}
