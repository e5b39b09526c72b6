import type { Target } from "../../core/text/page-text";

/** Has links into the document followed by the viewer. `follow` is called with where a clicked one leads to. */
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

/** Where a link into the document leads to. */
export function targetOf(link: HTMLElement): Target {
	const { target, page } = link.dataset;
	return target === undefined ? { page: Number(page) } : (JSON.parse(target) as Target);
}
