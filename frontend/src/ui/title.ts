import type { Attachment } from "svelte/attachments";

/**
 * Shows a text as a tooltip only if the element, or the label in it, is truncated. Otherwise the tooltip would only
 * repeat the visible text.
 */
export function tooltipWhenTruncated(text: string): Attachment<HTMLElement> {
	return (element) => {
		const updateTitle = () => {
			const { scrollWidth, clientWidth, scrollHeight, clientHeight } =
				element.querySelector(".label") ?? element;
			if (scrollWidth > clientWidth || scrollHeight > clientHeight) {
				element.title = text;
			} else {
				element.removeAttribute("title");
			}
		};
		element.addEventListener("pointerenter", updateTitle);
		return () => {
			element.removeEventListener("pointerenter", updateTitle);
		};
	};
}
