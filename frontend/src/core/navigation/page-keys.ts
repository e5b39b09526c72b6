import type { Layout } from "../layout/layout";

/** Returns the page that a key moves to in a grid of pages; undefined if the key does not move. */
export function pageByKey(key: string, page: number, layout: Layout): number | undefined {
	const { first, last } = layout.row(page);
	const inDocument = (target: number) => (target >= 1 && target <= layout.count ? target : undefined);
	switch (key) {
		case "ArrowLeft":
			return inDocument(page - 1);
		case "ArrowRight":
			return inDocument(page + 1);
		case "ArrowUp":
			return layout.isHorizontal || first === 1 ? undefined : layout.row(first - 1).first + page - first;
		case "ArrowDown":
			return layout.isHorizontal || last === layout.count
				? undefined
				: Math.min(last + 1 + page - first, layout.count);
		case "Home":
			return 1;
		case "End":
			return inDocument(layout.count);
		default:
			return undefined;
	}
}
