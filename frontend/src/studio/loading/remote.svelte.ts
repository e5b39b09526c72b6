import { keepFresh } from "../keep-fresh.svelte";
import type { Change } from "../server.svelte";
import type { Studio } from "../studio.svelte";
import { Throttle } from "../throttle";

/** Data that a component reads from the server, with the error of the last attempt. */
export class Remote<T> {
	/** The data that was read last; undefined until it has been read. */
	value: T | undefined = $state.raw();
	/** The error of the last read; undefined if it succeeded. */
	problem: unknown = $state.raw();
	/**
	 * Whether the last read failed. Unlike `problem`, it is not reactive, so that an effect that calls `request` does
	 * not run again when a read fails.
	 */
	#failed = false;
	readonly #read: () => Promise<T>;
	readonly #reload: Throttle;

	/** `interval` is the minimum interval in milliseconds between two reads. */
	constructor(read: () => Promise<T>, interval?: number) {
		this.#read = read;
		this.#reload = new Throttle(() => this.#load(), interval);
	}

	/** Reads the data again. After an error, the minimum interval does not apply. */
	request(): void {
		if (this.#failed) {
			this.#reload.requestNow();
		} else {
			this.#reload.request();
		}
	}

	/** Cancels a requested read that has not started. */
	stop(): void {
		this.#reload.stop();
	}

	async #load(): Promise<void> {
		try {
			this.value = await this.#read();
			this.problem = undefined;
			this.#failed = false;
		} catch (error) {
			this.problem = error;
			this.#failed = true;
		}
	}
}

/** Reads data immediately, and again after each relevant change until the calling component is destroyed. */
export function readRemote<T>(
	studio: Studio,
	read: () => Promise<T>,
	isRelevant: (change: Change) => boolean,
	interval?: number,
): Remote<T> {
	const remote = new Remote(read, interval);
	remote.request();
	keepFresh(studio, remote, isRelevant);
	return remote;
}
