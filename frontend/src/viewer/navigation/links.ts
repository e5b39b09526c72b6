import type { Target } from "../../core/text/page-text";

/** Handles links to places in the document. `follow` is called with the target of a clicked link. */
export function handleLinks(pages: HTMLElement, follow: (target: Target) => void): void {
	pages.addEventListener("click", (event) => {
		const link =
			event.target instanceof Element
				? event.target.closest<HTMLElement>("a:is([data-target], [data-page])")
				: null;
		if (link !== null && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
			event.preventDefault();
			follow(targetOf(link));
		}
	});
}

/** Returns the target of a link to a place in the document. */
export function targetOf(link: HTMLElement): Target {
	const { target, page } = link.dataset;
	return target === undefined ? { page: Number(page) } : (JSON.parse(target) as Target);
}
