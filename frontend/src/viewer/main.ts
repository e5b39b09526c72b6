import { SessionClient } from "../api/session";
import { pageFormOf, parseSettings } from "../core/settings";
import { isComing, parseState, phaseOf, type ViewerState } from "../core/state";
import { copyPlainText } from "./copy";
import { findElements } from "./elements";
import { follow } from "./follow";
import { Fonts } from "./fonts";
import { followKeyboard } from "./keyboard";
import { followPointers } from "./pointer-zoom";
import { releaseSelection } from "./selection";
import { Stage } from "./stage";
import { StartPage } from "./start-page";
import { Status } from "./status";
import { Toolbar } from "./toolbar";

/** Brings the page that the server rendered to life. */
function start(): void {
	const elements = findElements(document);
	const given: unknown = JSON.parse(document.getElementById("state")?.textContent ?? "null");
	const first = parseState(given);
	const { profile } = parseSettings(given);
	const form = pageFormOf(profile);
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
	const stage: Stage = new Stage(elements.stage, elements.pages, client, form, {
		changed: (view) => {
			toolbar.show(view);
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
}

start();
