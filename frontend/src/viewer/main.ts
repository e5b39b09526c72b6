import { AnswerError, SessionOverError } from "../api/session";
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

/** Starts the viewer on the page that the server rendered. A session that limits its views is opened first. */
async function start(): Promise<void> {
	await firstPaint();
	const elements = findElements(document);
	const given: unknown = JSON.parse(document.getElementById("state")?.textContent ?? "null");
	const first = parseState(given);
	const status = new Status(elements);
	const host = new Host();
	const run = (base: string) => {
		const viewer = new Viewer({ elements, status, host, settings: parseSettings(given), first }, base);
		viewer.run();
		replayEarlyInput();
		return viewer;
	};
	if (!first.counted) {
		const viewer = run(first.base);
		const { report } = await openAtLast(first);
		viewer.report(report);
		return;
	}
	try {
		const { base, report } = await openAtLast(first);
		run(base).report(report);
	} catch (error) {
		if (!(error instanceof SessionOverError)) {
			throw error;
		}
		status.over();
		host.expired();
	}
}

/** Opens a session, and retries while the server cannot be reached. */
async function openAtLast(state: ViewerState): ReturnType<typeof openSession> {
	const view = viewID(state);
	for (let failures = 1; ; failures++) {
		try {
			return await openSession(state, view);
		} catch (error) {
			if (error instanceof SessionOverError || (error instanceof AnswerError && error.status < 500)) {
				throw error;
			}
		}
		await new Promise((resolve) => {
			window.setTimeout(resolve, retryDelay(failures, Math.random()));
		});
	}
}

start().catch((error: unknown) => {
	if (!(error instanceof SessionOverError)) {
		throw error;
	}
});
