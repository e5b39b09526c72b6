import { translations } from "../translations";
import { makeIcon } from "../widgets/icon";
import { keyNames } from "../widgets/key-names";

/** The time in milliseconds from the last movement of the pointer until the bar disappears. */
const visibleTime = 2_000;

/**
 * The bar of a presentation: the page controls of the toolbar, and a button that ends the presentation. It appears when
 * the mouse moves or the reader taps, and disappears after a while. The style sheet keeps it visible while the mouse is
 * over it or it has the keyboard focus.
 */
export class PresentationBar {
	readonly #pageControls: HTMLElement;
	readonly #closeButton = document.createElement("button");
	/** Ends the listeners of the current presentation. */
	#listeners: AbortController | undefined;
	#timer: number | undefined;

	/** `pageControls` are the page controls of the toolbar; `onClose` ends the presentation. */
	constructor(pageControls: HTMLElement, onClose: () => void) {
		this.#pageControls = pageControls;
		const button = this.#closeButton;
		button.type = "button";
		button.ariaLabel = translations.close;
		button.title = `${translations.close} (${keyNames("Esc")})`;
		button.append(makeIcon("x"));
		button.addEventListener("click", onClose);
	}

	/** Adds the bar at the start of a presentation. */
	add(): void {
		this.#pageControls.append(this.#closeButton);
		this.#listeners = new AbortController();
		const { signal } = this.#listeners;
		document.addEventListener(
			"pointermove",
			({ pointerType, movementX, movementY }) => {
				// Browsers also send this event if the page moves under a mouse that rests.
				if (pointerType !== "touch" && (movementX !== 0 || movementY !== 0)) {
					this.#reveal();
				}
			},
			{ signal },
		);
		// The bar appears after the tap, so a tap where it was invisible does not press a button.
		document.addEventListener(
			"click",
			() => {
				this.#reveal();
			},
			{ signal },
		);
		this.#reveal();
	}

	/** Removes the bar at the end of a presentation. */
	remove(): void {
		this.#listeners?.abort();
		this.#closeButton.remove();
		this.#hide();
	}

	#reveal(): void {
		document.body.classList.add("presentation-bar-shown");
		window.clearTimeout(this.#timer);
		this.#timer = window.setTimeout(() => {
			this.#hide();
		}, visibleTime);
	}

	#hide(): void {
		window.clearTimeout(this.#timer);
		document.body.classList.remove("presentation-bar-shown");
	}
}
