import {
	commandMessage,
	type HostCommand,
	parseHostMessage,
	rejectionMessage,
} from "../core/messages/host-protocol";

/** A command to which the viewer has not responded yet. */
type PendingCommand = readonly [message: object, resolve: () => void, reject: (reason: Error) => void];

/** The queue of commands for a viewer. */
export interface Commands {
	readonly send: (command: HostCommand) => Promise<void>;
	/** Marks the viewer as ready, and sends it the queued commands. */
	readonly ready: () => void;
	/** Completes the command that has the given number. If `error` is given, the command's promise is rejected. */
	readonly settle: (id: number, error?: string) => void;
	/** Rejects all commands without a response. Until the viewer is ready again, new commands are rejected as well. */
	readonly rejectAll: (reason: string) => void;
}

/** Creates the command queue of a viewer. `post` sends a message to the viewer. */
export function makeCommands(post: (message: object) => void): Commands {
	const pendingCommands = new Map<number, PendingCommand>();
	let count = 0;
	/**
	 * The reason why new commands are rejected. It is empty if new commands are sent at once. It is undefined before
	 * the viewer is ready for the first time; until then, new commands are queued.
	 */
	let rejection: string | undefined;

	const settle = (id: number, error?: string) => {
		const [, resolve, reject] = pendingCommands.get(id) ?? [];
		pendingCommands.delete(id);
		if (error === undefined) {
			resolve?.();
		} else {
			reject?.(new Error(error));
		}
	};
	const rejectAll = (reason: string) => {
		rejection = reason;
		for (const id of pendingCommands.keys()) {
			settle(id, reason);
		}
	};
	return {
		settle,
		rejectAll,
		ready: () => {
			rejection = "";
			for (const [message] of pendingCommands.values()) {
				post(message);
			}
		},
		send: (command) =>
			new Promise((resolve, reject) => {
				const message = commandMessage(command, ++count);
				pendingCommands.set(count, [message, resolve, reject]);
				if (!parseHostMessage(message)?.command) {
					settle(count, rejectionMessage(message));
				} else if (rejection) {
					rejectAll(rejection);
				} else if (rejection === "") {
					post(message);
				}
			}),
	};
}
