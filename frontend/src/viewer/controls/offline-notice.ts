import { fillPlaceholders } from "../../core/format/placeholders";
import { translations } from "../translations";
import { setText } from "../widgets/message-text";

/** The notice that the server cannot be reached: the time until the next attempt, and a button that tries at once. */
export class OfflineNotice {
	/** The content of the notice. */
	readonly parts: readonly Element[];
	readonly #wait = document.createElement("span");
	/** The time of the next attempt, as in Date.now. */
	#nextAttempt = 0;
	#timer: number | undefined;

	constructor() {
		const message = document.createElement("span");
		message.textContent = translations.offline;
		this.#wait.className = "notice-wait";
		this.#wait.ariaHidden = "true"; // screen readers would announce every second
		const button = document.createElement("button");
		button.type = "button";
		button.textContent = translations.retry;
		button.addEventListener("click", () => {
			this.#nextAttempt = 0;
			this.#show();
			// Browsers send the event `online` when the network is back. All code that waits for the server listens to
			// this event and then retries at once.
			window.dispatchEvent(new Event("online"));
		});
		this.parts = [message, this.#wait, button];
	}

	/**
	 * Called after a failed attempt to reach the server, with the milliseconds until the next attempt. Pages and the
	 * state of the document are requested separately; the notice shows the earliest attempt.
	 */
	handleFailure(delay: number): void {
		const [now, attempt] = [Date.now(), Date.now() + delay];
		this.#nextAttempt = this.#nextAttempt > now ? Math.min(this.#nextAttempt, attempt) : attempt;
		this.#timer ??= window.setInterval(() => {
			this.#show();
		}, 1_000);
		this.#show();
	}

	/** Stops the countdown, because the server can be reached again. */
	stop(): void {
		window.clearInterval(this.#timer);
		this.#timer = undefined;
		this.#nextAttempt = 0;
	}

	#show(): void {
		const seconds = Math.ceil((this.#nextAttempt - Date.now()) / 1_000);
		const text =
			seconds > 0 ? fillPlaceholders(translations.offlineWait, { seconds }) : translations.offlineNow;
		setText(this.#wait, text);
	}
}
