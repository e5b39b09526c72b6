import { type SessionClient, SessionOverError } from "../api/session";
import { retryDelay } from "../core/backoff";
import { newer, type ViewerState } from "../core/state";

/** Milliseconds between two looks at a document that will not change by itself: is the session still open? */
const idleLook = 60_000;
/** A long poll that comes back sooner without news was not held; do not turn it into a storm. */
const shortestPoll = 1_000;

/** What following tells. */
export interface FollowEvents {
	readonly changed: (state: ViewerState) => void;
	/** The server answers (true) or cannot be reached (false). */
	readonly reached: (reached: boolean) => void;
	readonly over: () => void;
}

/**
 * Follows the state of the document until the session is over. While it is
 * converting, a request is always held at the server; afterwards the session is
 * looked at now and then, when it should expire, and when the page is looked at again.
 */
export async function follow(client: SessionClient, first: ViewerState, events: FollowEvents): Promise<void> {
	const { signal } = new AbortController();
	let state = first;
	let failures = 0;
	for (;;) {
		if (failures > 0) {
			await wait(retryDelay(failures, Math.random()));
		} else if (state.status !== "processing") {
			await wait(Math.min(idleLook, untilExpiry(state)));
		}
		const asked = Date.now();
		try {
			const answer = await client.state(state.status === "processing" ? state.revision : 0, signal);
			failures = 0;
			events.reached(true);
			const next = newer(state, answer);
			if (next !== state) {
				state = next;
				events.changed(state);
			} else if (state.status === "processing" && Date.now() - asked < shortestPoll) {
				await wait(shortestPoll);
			}
		} catch (error) {
			if (error instanceof SessionOverError) {
				events.over();
				return;
			}
			failures++;
			events.reached(false);
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
