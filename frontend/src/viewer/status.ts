import { isComing, type Phase, phaseOf, type ViewerState } from "../core/state";
import type { Elements } from "./elements";
import { strings } from "./strings";
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
		this.#incomplete = phase === "incomplete" ? strings.incomplete(state.message) : "";
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
		this.#fillPanel("over", strings.over.title, strings.over.message);
	}

	/** What page.html says, too, until the script is there. */
	#showProgress(phase: Phase): void {
		const { status } = this.elements;
		status.hidden = !isComing(phase);
		if (isComing(phase) && status.dataset["phase"] !== phase) {
			const { word, detail } = strings[phase];
			const more = document.createElement("span");
			more.className = "detail";
			more.textContent = detail;
			status.replaceChildren(word, more);
			status.dataset["phase"] = phase;
		}
	}

	#showPanel(phase: Phase, message: string): void {
		if (phase === "waiting") {
			this.#fillPanel("waiting", strings.waiting.title, strings.waiting.message);
		} else if (phase === "failed") {
			this.#fillPanel("failed", strings.failed.title, message === "" ? strings.failed.message : message);
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
		const text = this.#reached ? this.#incomplete : strings.offline;
		setText(notice, text);
		notice.dataset["kind"] = this.#reached ? "incomplete" : "offline";
		notice.hidden = text === "";
	}
}
