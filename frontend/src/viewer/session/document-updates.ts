import { type SessionClient, SessionOverError } from "../../api/session";
import { retryDelay } from "../../core/network/backoff";
import { guarded } from "../async/guarded";
import { newer, type ViewerState } from "../../core/session/viewer-state";

/** Milliseconds between two looks at a document that will not change by itself: is the session still open? */
const idleLook = 5_000;
/** The same while nobody looks at the page: it looks at once when somebody does. */
const hiddenLook = 60_000;
/** So many viewers of one browser have a request held all the time. Others look now and then: a browser has six connections to a server. */
const holders = 2;
/** A long poll that comes back sooner without news was not held; do not turn it into a storm. */
const shortestPoll = 1_000;

/** The events of a followed document. */
export interface DocumentEvents {
	readonly changed: (state: ViewerState) => void;
	/** The server answers (true) or cannot be reached (false). */
	readonly reached: (reached: boolean) => void;
	readonly over: () => void;
}

/**
 * Follows the state of the document until the session is over. A request is always held at the
 * server, which answers it when the document changes or the session ends. Of a document that is
 * done, only so many viewers hold one, of those that somebody looks at; others look at the session
 * now and then, when it should expire, and when the page is looked at again.
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

/** Milliseconds to just after the session's end; what this clock takes for over is asked soon, not believed. */
function untilExpiry(state: ViewerState): number {
	const left = Date.parse(state.expiresAt) - Date.now() + 500;
	return left > 0 ? left : idleLook;
}

/** Waits, but no longer than until the network is back or the page is looked at again. */
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

/** A place among those viewers of this browser that have a request held, where it has locks for that. */
class HoldersPlace {
	#leave: (() => void) | undefined;

	/** Whether there is one for this viewer; it is kept until it is left. */
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

	/** Takes a place by its name, unless it is taken. Pages that came over an insecure connection have no locks. */
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
