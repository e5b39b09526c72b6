import { type SessionClient, SessionOverError } from "../../api/session";
import { retryDelay } from "../../core/network/backoff";
import { guarded } from "../async/guarded";
import { newer, type ViewerState } from "../../core/session/viewer-state";

/** The interval in milliseconds between checks of whether the session of a finished document is still open. */
const idleLook = 5_000;
/** The same interval while the page is hidden. The check is repeated at once when the page becomes visible. */
const hiddenLook = 60_000;
/**
 * The maximum number of viewers in a browser that keep a long poll open. Others poll at intervals, because a browser
 * has only six connections to a server.
 */
const holders = 2;
/**
 * The minimum duration of a long poll in milliseconds. A faster response without news means that the server did not
 * hold the request; polling is then slowed down.
 */
const shortestPoll = 1_000;

/** The events of a followed document. */
export interface DocumentEvents {
	readonly changed: (state: ViewerState) => void;
	/** Called with true when the server responds, and with false when it cannot be reached. */
	readonly reached: (reached: boolean) => void;
	readonly over: () => void;
}

/**
 * Follows the state of the document until the session has expired, by long polling: the server answers when the
 * document changes or the session ends. For a finished document, only a limited number of visible viewers keep a
 * request open. The others poll at intervals, when the session should expire, and when the page becomes visible.
 */
export async function followDocument(
	client: SessionClient,
	first: ViewerState,
	events: DocumentEvents,
): Promise<void> {
	let state = first;
	let failures = 0;
	const place = new HoldersPlace();
	for (;;) {
		const hidden = document.visibilityState === "hidden";
		if (hidden) {
			place.leave(); // to those that somebody looks at
		}
		const held = state.status === "processing" || (!hidden && (await place.taken()));
		if (failures > 0) {
			await wait(retryDelay(failures, Math.random()));
		} else if (!held) {
			await wait(Math.min(hidden ? hiddenLook : idleLook, untilExpiry(state)));
		}
		const asked = Date.now();
		let next: ViewerState;
		try {
			next = newer(state, await client.state(held ? state.revision : 0));
		} catch (error) {
			if (error instanceof SessionOverError) {
				place.leave();
				events.over();
				return;
			}
			failures++;
			events.reached(false);
			continue;
		}
		failures = 0;
		const changed = next !== state;
		state = next;
		guarded(() => {
			events.reached(true);
			if (changed) {
				events.changed(next);
			}
		});
		if (!changed && held && Date.now() - asked < shortestPoll) {
			await wait(shortestPoll);
		}
	}
}

/**
 * Returns the milliseconds until just after the session's expiry. If it has passed by this clock, which may be wrong,
 * the server is asked soon.
 */
function untilExpiry(state: ViewerState): number {
	const left = Date.parse(state.expiresAt) - Date.now() + 500;
	return left > 0 ? left : idleLook;
}

/** Waits, but only until the network is back or the page becomes visible. */
function wait(milliseconds: number): Promise<void> {
	return new Promise((resolve) => {
		const done = new AbortController();
		const end = () => {
			window.clearTimeout(timer);
			done.abort();
			resolve();
		};
		const timer = window.setTimeout(end, milliseconds);
		window.addEventListener("online", end, { signal: done.signal });
		document.addEventListener(
			"visibilitychange",
			() => {
				if (document.visibilityState === "visible") {
					end();
				}
			},
			{ signal: done.signal },
		);
	});
}

/** A place among the viewers of this browser that keep a request open. It uses Web Locks if available. */
class HoldersPlace {
	#leave: (() => void) | undefined;

	/** Reports whether this viewer has a place. It is kept until it is released. */
	async taken(): Promise<boolean> {
		for (let i = 0; i < holders && this.#leave === undefined; i++) {
			await this.#take(`lectern holder ${i}`);
		}
		return this.#leave !== undefined;
	}

	leave(): void {
		this.#leave?.();
		this.#leave = undefined;
	}

	/** Acquires a place by its name if it is free. Pages from insecure connections have no Web Locks. */
	#take(name: string): Promise<void> {
		const locks = (navigator as { locks?: LockManager }).locks;
		if (locks === undefined) {
			return Promise.resolve();
		}
		return new Promise((resolve) => {
			const request = locks.request(name, { ifAvailable: true }, (lock) => {
				if (lock === null) {
					resolve();
					return;
				}
				return new Promise<void>((leave) => {
					this.#leave = leave;
					resolve();
				});
			});
			request.catch(() => {
				resolve(); // a page in a frame may be denied them
			});
		});
	}
}
