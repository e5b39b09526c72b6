import type { ButtonState } from "../core/messages/preview-protocol";
import { visitRules } from "./style-rules";

/**
 * Matches the buttons that are shown in the chosen state: the buttons of the bars, and the buttons for the side panel
 * and for scrolling a ribbon.
 */
const buttons =
	":is(.bar-title, .bar-pages, .bar-zoom, .bar-tools) :is(button, a:not(.logo), .zoom-choice), .alternative";

/** The pseudo-classes and attributes of each state, as they occur in selectors. */
const stateSelectors: readonly (readonly [text: string, state: ButtonState])[] = [
	[":hover", "hover"],
	[":active", "active"],
	[":disabled", "disabled"],
	[":focus-visible", "focus"],
	['[aria-pressed="true"]', "pressed"],
	['[aria-expanded="true"]', "pressed"],
];

/** Shows all buttons in the same state, which would otherwise depend on the pointer, the keyboard or the document. */
export class ButtonStates {
	#shown: ButtonState = "rest";

	/**
	 * Extends the selectors of the rules for states, so that the rules also apply to elements marked with `data-shown`.
	 * Specificity and order of the rules do not change.
	 */
	constructor() {
		visitRules((rule) => {
			if (!(rule instanceof CSSStyleRule) || rule.selectorText.includes(":has(")) {
				return; // such a rule styles the container of a button, not the button
			}
			let selector = rule.selectorText;
			for (const [text, state] of stateSelectors) {
				selector = selector.replaceAll(text, `:is(${text}, [data-shown="${state}"])`);
			}
			if (selector !== rule.selectorText) {
				rule.selectorText = selector;
			}
		});
	}

	show(state: ButtonState): void {
		if (state === this.#shown) {
			return;
		}
		this.#shown = state;
		for (const button of document.querySelectorAll<HTMLElement>(buttons)) {
			button.dataset["shown"] = state;
		}
	}
}
