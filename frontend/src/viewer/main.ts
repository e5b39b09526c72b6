import { AnswerError, SessionClient, SessionOverError } from "../api/session";
import { retryDelay } from "../core/backoff";
import { parseSettings } from "../core/settings";
import { isComing, parseState, phaseOf, type ViewerState } from "../core/state";
import { copyPlainText } from "./copy";
import { type Elements, findElements } from "./elements";
import { follow } from "./follow";
import { Fonts } from "./fonts";
import { followKeyboard } from "./keyboard";
import { open, viewOf } from "./opening";
import { followPointers } from "./pointer-zoom";
import { Reporting } from "./reporting";
import { releaseSelection } from "./selection";
import { Stage } from "./stage";
import { StartPage } from "./start-page";
import { Status } from "./status";
import { Toolbar } from "./toolbar";

/** Brings the page that the server rendered to life. A session that counts its views is opened first. */
async function start(): Promise<void> {
	const elements = findElements(document);
	const given: unknown = JSON.parse(document.getElementById("state")?.textContent ?? "null");
	const first = parseState(given);
	const status = new Status(elements);
	if (!first.counted) {
		const read = run(elements, status, given, first, first.base);
		const { report } = await openAtLast(first);
		read(report);
		return;
	}
	try {
		const { base, report } = await openAtLast(first);
		run(elements, status, given, first, base)(report);
	} catch (error) {
		if (!(error instanceof SessionOverError)) {
			throw error;
		}
		status.over();
	}
}

/** Opens a session, again and again where the server cannot be reached. */
async function openAtLast(state: ViewerState): ReturnType<typeof open> {
	const view = viewOf(state);
	for (let failures = 1; ; failures++) {
		try {
			return await open(state, view);
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

/** Shows the document whose resources lie below `base`. Answers what takes the path at which to tell what is read. */
function run(
	elements: Elements,
	status: Status,
	given: unknown,
	first: ViewerState,
	base: string,
): (report: string) => void {
	const { profile, form } = parseSettings(given);
	const client = new SessionClient(base);
	let reporting: Reporting | undefined;
	const fonts = new Fonts(elements, client);
	let ended = false;

	const end = () => {
		ended = true;
		reporting?.stop();
		status.over();
		fonts.over();
		stage.clear();
	};
	const stage: Stage = new Stage(elements.stage, elements.pages, client, form, {
		changed: (view) => {
			toolbar.show(view);
			reporting?.look(view.page);
		},
		reached: (reached) => {
			status.reached(reached);
		},
		over: end,
	});
	const toolbar = new Toolbar(elements, stage);
	const startPage = new StartPage(stage, profile.openedPage);
	const show = (state: ViewerState) => {
		if (ended) {
			return;
		}
		status.show(state);
		toolbar.expectMore(isComing(phaseOf(state)));
		fonts.show(state);
		stage.show(phaseOf(state) === "waiting" ? [] : state.sizes, state.version);
		startPage.show(isComing(phaseOf(state)));
	};

	stage.adopt(first.version);
	show(first);
	window.addEventListener("hashchange", () => {
		startPage.follow();
	});
	elements.tellClose.addEventListener("click", () => {
		elements.tell.hidden = true;
		elements.stage.focus({ preventScroll: true }); // the button goes
	});
	window.addEventListener("online", () => {
		stage.retry();
	});
	followKeyboard(stage, toolbar);
	followPointers(elements.stage, stage);
	copyPlainText(elements.pages, form.selectable);
	releaseSelection(elements.stage);
	void follow(client, first, {
		changed: show,
		reached: (reached) => {
			status.reached(reached);
		},
		over: end,
	});
	return (report) => {
		if (first.notify && !ended) {
			reporting = new Reporting(client, report);
			reporting.look(stage.view.page);
		}
	};
}

start().catch((error: unknown) => {
	if (!(error instanceof SessionOverError)) {
		throw error;
	}
});
