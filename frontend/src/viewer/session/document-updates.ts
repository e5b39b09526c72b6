import { pause } from "../../api/pause";
import { type SessionClient, SessionExpiredError } from "../../api/session";
import { retryDelay } from "../../core/network/backoff";
import { runReportingErrors } from "../async/run-reporting-errors";
import { newerState, type ViewerState } from "../../core/session/viewer-state";

/**
 * The interval in milliseconds at which the viewer of a finished document checks whether its session is still open.
 */
const idleInterval = 5_000;
/**
 * The interval in milliseconds while the browser tab is hidden. When the tab becomes visible, the viewer checks at
 * once.
 */
const hiddenInterval = 60_000;
/**
 * The maximum number of viewers in a browser that use long polling for finished documents. Further viewers poll at
 * intervals, because a browser opens at most six connections to a server.
 */
const maxLongPolls = 2;
/**
 * The minimum duration of a long poll in milliseconds. If a response without changes arrives earlier, the server has
 * not held the request back, so polling is slowed down.
 */
const shortestPoll = 1_000;

/** The events of a followed document. */
export interface DocumentEvents {
	readonly onStateChange: (state: ViewerState) => void;
	/** Called when the server responds. */
	readonly onResponse: () => void;
	/** Called when the server cannot be reached, with the milliseconds until the next attempt. */
	readonly onDisconnection: (retryDelay: number) => void;
	readonly onSessionExpired: () => void;
}

/**
 * Follows the state of the document until the session has expired, by long polling: the server responds when the
 * document changes or the session ends. For a finished document, only a limited number of visible viewers use long
 * polling. Other viewers poll at intervals, at the expected expiry of the session, and when the page becomes visible.
 */
export async function followDocument(
	client: SessionClient,
	firstState: ViewerState,
	events: DocumentEvents,
): Promise<void> {
	let state = firstState;
	let failures = 0;
	const slot = new LongPollSlot();
	for (;;) {
		const hidden = document.visibilityState === "hidden";
		if (hidden) {
			slot.release(); // leave the slot to a visible viewer
		}
		const isLongPoll = state.status === "processing" || (!hidden && (await slot.tryAcquire()));
		if (failures === 0 && !isLongPoll) {
			await wait(Math.min(hidden ? hiddenInterval : idleInterval, timeUntilExpiry(state)));
		}
		const requestedAt = Date.now();
		let next: ViewerState;
		try {
			next = newerState(state, await client.awaitState(isLongPoll ? state.revision : 0));
		} catch (error) {
			if (error instanceof SessionExpiredError) {
				slot.release();
				events.onSessionExpired();
				return;
			}
			failures++;
			const delay = retryDelay(failures, Math.random());
			events.onDisconnection(delay);
			await wait(delay);
			continue;
		}
		failures = 0;
		const changed = next !== state;
		state = next;
		runReportingErrors(() => {
			events.onResponse();
			if (changed) {
				events.onStateChange(next);
			}
		});
		if (!changed && isLongPoll && Date.now() - requestedAt < shortestPoll) {
			await wait(shortestPoll);
		}
	}
}

/**
 * Returns the milliseconds until just after the session's expiry. If the expiry is in the past, the clock of this
 * machine may be wrong, and a short delay is returned.
 */
function timeUntilExpiry(state: ViewerState): number {
	const remaining = Date.parse(state.expiresAt) - Date.now() + 500;
	return remaining > 0 ? remaining : idleInterval;
}

/** Waits for a time, or until the network is back or the page becomes visible. */
async function wait(milliseconds: number): Promise<void> {
	const end = new AbortController();
	const { signal } = end;
	const finish = () => {
		end.abort();
	};
	window.addEventListener("online", finish, { signal });
	document.addEventListener(
		"visibilitychange",
		() => {
			if (document.visibilityState === "visible") {
				finish();
			}
		},
		{ signal },
	);
	await pause(milliseconds, signal);
	finish();
}

/**
 * A slot for long polling, of which all viewers of a browser share a fixed number. It needs Web Locks; without them,
 * there are no slots.
 */
class LongPollSlot {
	#release: (() => void) | undefined;

	/**
	 * Tries to acquire a slot unless this viewer has one, and reports whether it has one afterwards. The slot is kept
	 * until it is released.
	 */
	async tryAcquire(): Promise<boolean> {
		for (let i = 0; i < maxLongPolls && this.#release === undefined; i++) {
			await this.#tryLock(`lectern holder ${i}`);
		}
		return this.#release !== undefined;
	}

	release(): void {
		this.#release?.();
		this.#release = undefined;
	}

	/**
	 * Acquires the slot with a name if it is free. On pages from plain HTTP, where Web Locks do not exist, it does
	 * nothing.
	 */
	#tryLock(name: string): Promise<void> {
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
				return new Promise<void>((release) => {
					this.#release = release;
					resolve();
				});
			});
			request.catch(() => {
				resolve(); // a frame may have no access to Web Locks
			});
		});
	}
}
