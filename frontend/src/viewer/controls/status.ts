import { arePagesPending, type Phase, phaseOf, type ViewerState } from "../../core/session/viewer-state";
import type { LocalizedMessage } from "../../core/session/message";
import type { Elements } from "../elements";
import { focusPages } from "../widgets/focus-pages";
import { OfflineNotice } from "./offline-notice";
import { setText, showMessage } from "../widgets/message-text";
import { translations } from "../translations";

type StatusElements = Pick<
	Elements,
	"title" | "status" | "notice" | "panel" | "panelTitle" | "panelMessage" | "stage"
>;

/** Shows the state of the document and the connection: beside the title, in a notice, or instead of the pages. */
export class Status {
	readonly #elements: StatusElements;
	/** The notice of the lost connection; undefined while the server can be reached. */
	#offline: OfflineNotice | undefined;
	/** The reason why no more pages will come; undefined while more may come. */
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
		this.#showPanel(phase, state);
	}

	/** Whether the server can be reached. */
	get isReachable(): boolean {
		return this.#offline === undefined;
	}

	/** Called when the server can be reached again. */
	handleResponse(): void {
		if (this.#elements.notice.contains(document.activeElement)) {
			focusPages(); // the button of the notice is removed
		}
		this.#endOffline();
		this.#showNotice();
	}

	/** Called when the server cannot be reached, with the milliseconds until the next attempt. */
	handleDisconnection(retryDelay: number): void {
		this.#offline ??= new OfflineNotice();
		this.#offline.handleFailure(retryDelay);
		this.#showNotice();
	}

	/** Shows that the session has expired. Later calls of other methods change nothing. */
	showExpired(): void {
		this.#endOffline();
		this.#incomplete = undefined;
		this.#elements.status.hidden = true;
		this.#showNotice();
		this.#fillPanel("over", translations.overTitle, { text: translations.overMessage });
	}

	#endOffline(): void {
		this.#offline?.stop();
		this.#offline = undefined;
	}

	/** Shows the progress. page.html contains the same text, which is shown until the script runs. */
	#showProgress(phase: Phase): void {
		const { status } = this.#elements;
		status.hidden = !arePagesPending(phase);
		if (arePagesPending(phase) && status.dataset["phase"] !== phase) {
			const more = document.createElement("span");
			more.className = "detail";
			more.textContent = translations[`${phase}Detail`];
			status.replaceChildren(translations[phase], more);
			status.dataset["phase"] = phase;
		}
	}

	#showPanel(phase: Phase, { message, locked }: ViewerState): void {
		if (phase === "waiting") {
			this.#fillPanel("waiting", translations.waitingTitle, { text: translations.waitingMessage });
		} else if (phase === "failed") {
			const text = message.text === "" ? { text: translations.failedMessage } : message;
			if (locked) {
				this.#fillPanel("locked", translations.lockedTitle, text);
			} else {
				this.#fillPanel("failed", translations.failedTitle, text);
			}
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
		notice.dataset["kind"] = this.isReachable ? "incomplete" : "offline";
		const parts = this.#offline?.parts ?? this.#incompleteParts();
		if (notice.textContent !== parts.map(textOf).join("")) {
			notice.replaceChildren(...parts);
		}
		notice.hidden = parts.length === 0;
	}

	/**
	 * Returns the content of the notice that the document is incomplete; an empty array if the document is complete.
	 * page.html contains the same text, which is shown until the script runs.
	 */
	#incompleteParts(): readonly (string | Element)[] {
		if (this.#incomplete === undefined) {
			return [];
		}
		const reason = document.createElement("span");
		showMessage(reason, this.#incomplete);
		return [translations.incomplete, " ", reason];
	}
}

function textOf(part: string | Element): string {
	return typeof part === "string" ? part : part.textContent;
}
