import { pause } from "../api/pause";
import { ResponseError, SessionExpiredError } from "../api/session";
import { retryDelay } from "../core/network/backoff";
import { parseSettings } from "../core/session/settings";
import { parseState, type ViewerState } from "../core/session/viewer-state";
import { replayEarlyInput } from "./early-input";
import { findElements } from "./elements";
import { firstPaint } from "./async/first-paint";
import { Host } from "./session/host";
import { openSession, viewID } from "./session/open-session";
import { Status } from "./controls/status";
import { Viewer } from "./viewer";

/**
 * Starts the viewer on the page that the server has rendered. If the session limits the number of views, opens a view
 * first.
 */
async function start(): Promise<void> {
	await firstPaint();
	const elements = findElements(document);
	const initialState: unknown = JSON.parse(document.getElementById("state")?.textContent ?? "null");
	const firstState = parseState(initialState);
	const status = new Status(elements);
	const host = new Host();
	const startViewer = (base: string) => {
		const viewer = new Viewer(
			{ elements, status, host, settings: parseSettings(initialState), firstState },
			base,
		);
		viewer.run();
		replayEarlyInput();
		return viewer;
	};
	if (!firstState.counted) {
		const viewer = startViewer(firstState.base);
		const { report } = await openWithRetry(firstState);
		viewer.report(report);
		return;
	}
	try {
		const { base, report } = await openWithRetry(firstState);
		startViewer(base).report(report);
	} catch (error) {
		if (!(error instanceof SessionExpiredError)) {
			throw error;
		}
		status.showExpired();
		host.reportExpired();
	}
}

/** Opens a session, and retries while the server cannot be reached. */
async function openWithRetry(state: ViewerState): ReturnType<typeof openSession> {
	const view = viewID(state);
	for (let failures = 1; ; failures++) {
		try {
			return await openSession(state, view);
		} catch (error) {
			if (error instanceof SessionExpiredError || (error instanceof ResponseError && error.status < 500)) {
				throw error;
			}
		}
		await pause(retryDelay(failures, Math.random()));
	}
}

start().catch((error: unknown) => {
	if (!(error instanceof SessionExpiredError)) {
		throw error;
	}
});
