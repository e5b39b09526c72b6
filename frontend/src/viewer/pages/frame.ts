import type { Frame } from "../../core/layout/layout";

/**
 * Returns the area for pages as the style sheet defines it. The height of a horizontal scroll bar is not subtracted:
 * the bar is within the margin, and subtracting it would make the zoom that fits the height oscillate.
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
