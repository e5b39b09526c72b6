import { isComing, type Phase, phaseOf, type ViewerState } from "../../core/session/viewer-state";
import type { LocalizedMessage } from "../../core/session/message";
import type { Elements } from "../elements";
import { setText, showMessage } from "../widgets/message-text";
import { words } from "../words";

type StatusElements = Pick<
	Elements,
	"title" | "status" | "notice" | "panel" | "panelTitle" | "panelMessage" | "stage"
>;

/** Shows the state of the document and the connection: beside the title, in a notice, or instead of the pages. */
export class Status {
	readonly #elements: StatusElements;
	#reached = true;
	/** The reason why no more pages will come; undefined while they may. */
	#incomplete: LocalizedMessage | undefined;

	constructor(elements: StatusElements) {
		this.#elements = elements;
	}

	/** Shows the state of the document. */
	show(state: ViewerState): void {
		const phase = phaseOf(state);
		const { title } = this.#elements;
		setText(title, state.name);
		title.title = state.name;
		document.title = state.name;
		this.#showProgress(phase);
		this.#incomplete = phase === "incomplete" ? state.message : undefined;
		this.#showNotice();
		this.#showPanel(phase, state.message);
	}

	/** Sets whether the server can be reached. */
	reached(reached: boolean): void {
		if (reached !== this.#reached) {
			this.#reached = reached;
			this.#showNotice();
		}
	}

	/** Shows that the session has expired. The status does not change any more afterwards. */
	over(): void {
		this.#reached = true;
		this.#incomplete = undefined;
		this.#elements.status.hidden = true;
		this.#showNotice();
		this.#fillPanel("over", words.overTitle, { text: words.overMessage });
	}

	/** Shows the progress. The text in page.html, shown until the script runs, must match. */
	#showProgress(phase: Phase): void {
		const { status } = this.#elements;
		status.hidden = !isComing(phase);
		if (isComing(phase) && status.dataset["phase"] !== phase) {
			const more = document.createElement("span");
			more.className = "detail";
			more.textContent = words[`${phase}Detail`];
			status.replaceChildren(words[phase], more);
			status.dataset["phase"] = phase;
		}
	}

	#showPanel(phase: Phase, message: LocalizedMessage): void {
		if (phase === "waiting") {
			this.#fillPanel("waiting", words.waitingTitle, { text: words.waitingMessage });
		} else if (phase === "failed") {
			this.#fillPanel(
				"failed",
				words.failedTitle,
				message.text === "" ? { text: words.failedMessage } : message,
			);
		} else {
			this.#elements.panel.hidden = true;
			this.#elements.stage.hidden = false;
		}
	}

	#fillPanel(kind: string, title: string, message: LocalizedMessage): void {
		const { panel, panelTitle, panelMessage, stage } = this.#elements;
		panel.dataset["kind"] = kind;
		setText(panelTitle, title);
		showMessage(panelMessage, message);
		panel.hidden = false;
		stage.hidden = true;
	}

	#showNotice(): void {
		const { notice } = this.#elements;
		const parts = this.#notice();
		if (notice.textContent !== parts.map(textOf).join("")) {
			notice.replaceChildren(...parts);
		}
		notice.dataset["kind"] = this.#reached ? "incomplete" : "offline";
		notice.hidden = parts.length === 0;
	}

	/** Returns the notice. The text in page.html, shown until the script runs, must match. */
	#notice(): (string | Element)[] {
		if (!this.#reached) {
			return [words.offline];
		}
		if (this.#incomplete === undefined) {
			return [];
		}
		const why = document.createElement("span");
		showMessage(why, this.#incomplete);
		return [words.incomplete, " ", why];
	}
}

function textOf(part: string | Element): string {
	return typeof part === "string" ? part : part.textContent;
}
