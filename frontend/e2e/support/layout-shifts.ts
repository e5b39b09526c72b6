import type { Page } from "playwright-core";

/** A layout shift: its score, and the HTML of the elements that moved. */
export interface Shift {
	readonly value: number;
	readonly elements: readonly string[];
}

declare global {
	interface Window {
		/** The layout shifts since the page was opened. */
		shifts?: Shift[];
	}
}

/**
 * Runs in the page as an init script. Records the layout shifts of the page, and marks the drawing that is part of the
 * server's HTML.
 */
export function recordShifts(): void {
	const shifts: Shift[] = [];
	window.shifts = shifts;
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) {
			const { value, sources } = entry as unknown as { value: number; sources: { node?: Node }[] };
			const elements = sources.map(({ node }) => (node instanceof Element ? node : node?.parentElement));
			shifts.push({ value, elements: elements.map((element) => element?.outerHTML.slice(0, 80) ?? "") });
		}
	}).observe({ type: "layout-shift", buffered: true });
	document.addEventListener("DOMContentLoaded", () => {
		document.querySelector("#pages .page > .face > svg")?.setAttribute("data-from", "server");
	});
}

/** Returns the layout shifts of a page so far. */
export async function readShifts(page: Page): Promise<Shift[] | undefined> {
	return page.evaluate(() => window.shifts);
}
