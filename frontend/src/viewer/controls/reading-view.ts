import type { View } from "../../core/layout/view";
import type { Elements } from "../elements";
import type { ViewHistory } from "../navigation/view-history";
import type { Stage } from "../pages/stage";
import { translations } from "../translations";

/** Shows the pages as reflowed text, or in their own layout again. */
export function toggleReadingView(stage: Stage, viewHistory: ViewHistory): void {
	stage.setReflowed(!stage.isReflowed);
	viewHistory.save(); // a reload shows the same view
}

/**
 * Makes the button in the bar of narrow windows switch to the reading view and back. Returns a function that updates
 * the button, whose label names the view to which it switches.
 */
export function handleReadingView(
	{ readingView }: Pick<Elements, "readingView">,
	stage: Stage,
	viewHistory: ViewHistory,
): (view: View) => void {
	const label = readingView?.querySelector("span");
	const icon = readingView?.querySelector("use");
	readingView?.addEventListener("click", () => {
		toggleReadingView(stage, viewHistory);
	});
	let isShown = false; // the server renders the page without the reading view
	return ({ reflowed }) => {
		if (reflowed === isShown) {
			return; // this is called in every frame while scrolling
		}
		isShown = reflowed;
		document.body.classList.toggle("reflowed", reflowed);
		if (label && icon) {
			label.textContent = reflowed ? translations.pages : translations.readingView;
			icon.setAttribute("href", reflowed ? "#i-file-text" : "#i-book-open-text");
		}
	};
}
