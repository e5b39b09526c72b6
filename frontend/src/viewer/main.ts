import { SessionClient } from "../api/session";
import { pageOfFragment } from "../core/pagenumber";
import { isComing, parseState, phaseOf, type ViewerState } from "../core/state";
import { copyPlainText } from "./copy";
import { findElements } from "./elements";
import { follow } from "./follow";
import { Fonts } from "./fonts";
import { followKeyboard } from "./keyboard";
import { followPointers } from "./pointer-zoom";
import { releaseSelection } from "./selection";
import { Stage } from "./stage";
import { Status } from "./status";
import { Toolbar } from "./toolbar";

/** Brings the page that the server rendered to life. */
function start(): void {
	const elements = findElements(document);
	const first = parseState(JSON.parse(document.getElementById("state")?.textContent ?? "null"));
	const client = new SessionClient(first.base);
	const status = new Status(elements);
	const fonts = new Fonts(elements, client);
	let ended = false;

	const end = () => {
		ended = true;
		status.over();
		fonts.over();
		stage.clear();
	};
	const stage: Stage = new Stage(elements.stage, elements.pages, client, {
		changed: (view) => {
			toolbar.show(view);
		},
		reached: (reached) => {
			status.reached(reached);
		},
		over: end,
	});
	const toolbar = new Toolbar(elements, stage);
	let opened = false;
	const show = (state: ViewerState) => {
		if (ended) {
			return;
		}
		status.show(state);
		toolbar.expectMore(isComing(phaseOf(state)));
		fonts.show(state);
		stage.show(phaseOf(state) === "waiting" ? [] : state.sizes, state.version);
		if (!opened && stage.view.count > 0) {
			opened = true;
			openFragment(stage);
		}
	};

	stage.adopt(first.version);
	show(first);
	window.addEventListener("hashchange", () => {
		openFragment(stage);
	});
	window.addEventListener("online", () => {
		stage.retry();
	});
	followKeyboard(stage, toolbar);
	followPointers(elements.stage, stage);
	copyPlainText(elements.pages);
	releaseSelection(elements.stage);
	void follow(client, first, {
		changed: show,
		reached: (reached) => {
			status.reached(reached);
		},
		over: end,
	});
}

/** Goes to the page that the address names, as in `#page=7`. */
function openFragment(stage: Stage): void {
	const page = pageOfFragment(window.location.hash);
	if (page !== undefined) {
		stage.goTo(page);
	}
}

start();
