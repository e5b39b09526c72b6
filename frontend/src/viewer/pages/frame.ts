import type { Frame } from "../../core/layout/layout";

/**
 * The room that the style sheet gives to pages. A horizontal scroll bar is not taken
 * off the height: it lies in the margin, and it comes and goes with the zoom that
 * fits this very height, which would never come to rest.
 */
export function frameOf(stage: HTMLElement): Frame {
	const style = getComputedStyle(stage);
	const length = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0;
	return {
		width: stage.clientWidth,
		height: stage.offsetHeight,
		gutter: length("--gutter"),
		margin: length("--margin"),
		gap: length("--gap"),
	};
}
