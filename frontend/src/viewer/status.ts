import { isComing, type Phase, phaseOf, type ViewerState } from "../core/state";
import type { Elements } from "./elements";
import { words } from "./words";
import { setText } from "./toolbar";

type StatusElements = Pick<
	Elements,
	"title" | "status" | "notice" | "panel" | "panelTitle" | "panelMessage" | "stage"
>;

/** Says how the document and the connection are: beside the title, in a quiet notice, or in place of the pages. */
export class Status {
	#reached = true;
	#incomplete = "";

	constructor(private readonly elements: StatusElements) {}

	/** Shows the state of the document. */
	show(state: ViewerState): void {
		const phase = phaseOf(state);
		const { title } = this.elements;
		setText(title, state.name);
		title.title = state.name;
		document.title = state.name;
		this.#showProgress(phase);
		this.#incomplete = phase === "incomplete" ? `${words.incomplete} ${state.message}`.trim() : "";
		this.#showNotice();
		this.#showPanel(phase, state.message);
	}

	/** Whether the server can be reached. */
	reached(reached: boolean): void {
		if (reached !== this.#reached) {
			this.#reached = reached;
			this.#showNotice();
		}
	}

	/** Says that the session is over; nothing else is said from then on. */
	over(): void {
		this.#reached = true;
		this.#incomplete = "";
		this.elements.status.hidden = true;
		this.#showNotice();
		this.#fillPanel("over", words.overTitle, words.overMessage);
	}

	/** What page.html says, too, until the script is there. */
	#showProgress(phase: Phase): void {
		const { status } = this.elements;
		status.hidden = !isComing(phase);
		if (isComing(phase) && status.dataset["phase"] !== phase) {
			const more = document.createElement("span");
			more.className = "detail";
			more.textContent = words[`${phase}Detail`];
			status.replaceChildren(words[phase], more);
			status.dataset["phase"] = phase;
		}
	}

	#showPanel(phase: Phase, message: string): void {
		if (phase === "waiting") {
			this.#fillPanel("waiting", words.waitingTitle, words.waitingMessage);
		} else if (phase === "failed") {
			this.#fillPanel("failed", words.failedTitle, message === "" ? words.failedMessage : message);
		} else {
			this.elements.panel.hidden = true;
			this.elements.stage.hidden = false;
		}
	}

	#fillPanel(kind: string, title: string, message: string): void {
		const { panel, panelTitle, panelMessage, stage } = this.elements;
		panel.dataset["kind"] = kind;
		setText(panelTitle, title);
		setText(panelMessage, message);
		panel.hidden = false;
		stage.hidden = true;
	}

	#showNotice(): void {
		const { notice } = this.elements;
		const text = this.#reached ? this.#incomplete : words.offline;
		setText(notice, text);
		notice.dataset["kind"] = this.#reached ? "incomplete" : "offline";
		notice.hidden = text === "";
	}
}
