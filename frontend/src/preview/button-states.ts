import type { ButtonState } from "../core/messages/preview-protocol";
import { visitRules } from "./style-rules";

/** Matches the buttons whose states are shown: those of the bars and of the pages. */
const buttons =
	":is(.bar-title, .bar-pages, .bar-zoom, .bar-tools) :is(button, a:not(.logo), .zoom-choice), .alternative";

/** The pseudo-classes and attributes in selectors that apply in a state. */
const stateSelectors: readonly (readonly [text: string, state: ButtonState])[] = [
	[":hover", "hover"],
	[":active", "active"],
	[":disabled", "disabled"],
	[":focus-visible", "focus"],
	['[aria-pressed="true"]', "pressed"],
	['[aria-expanded="true"]', "pressed"],
];

/** Shows all buttons in a state that normally results from the pointer, the keyboard or the document. */
export class ButtonStates {
	#shown: ButtonState = "rest";

	/**
	 * For each rule that applies in a state, adds a selector that matches elements marked with the state. It has the
	 * same specificity and position.
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
