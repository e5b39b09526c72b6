import type { Attachment } from "svelte/attachments";

/**
 * Has the pointer show a text where the element, or the label in it, has no room for all of it: what
 * can be read anyway is not said twice, over what lies beside it.
 */
export function titleWhenCut(text: string): Attachment<HTMLElement> {
	return (element) => {
		const look = () => {
			const { scrollWidth, clientWidth, scrollHeight, clientHeight } =
				element.querySelector(".label") ?? element;
			if (scrollWidth > clientWidth || scrollHeight > clientHeight) {
				element.title = text;
			} else {
				element.removeAttribute("title");
			}
		};
		element.addEventListener("pointerenter", look);
		return () => {
			element.removeEventListener("pointerenter", look);
		};
	};
}
