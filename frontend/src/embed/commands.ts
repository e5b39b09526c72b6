import {
	commandMessage,
	type HostCommand,
	parseHostMessage,
	refusalOf,
} from "../core/messages/host-protocol";

/** A command that has not been answered yet. */
type Waiting = readonly [message: object, resolve: () => void, reject: (reason: Error) => void];

/** The queue of commands for a viewer. */
export interface Commands {
	readonly send: (command: HostCommand) => Promise<void>;
	/** Marks the viewer as ready, and sends the waiting commands. */
	readonly ready: () => void;
	/** Completes a command, with an error if it failed. */
	readonly answered: (id: number, error?: string) => void;
	/** Rejects all waiting commands, and further ones until the viewer is ready. */
	readonly end: (reason: string) => void;
}

/** Creates the command queue of a viewer. `post` sends a message to it. */
export function makeCommands(post: (message: object) => void): Commands {
	const waiting = new Map<number, Waiting>();
	let count = 0;
	/**
	 * The reason why commands are rejected; empty if they are accepted, undefined until the viewer is ready for the
	 * first time.
	 */
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
