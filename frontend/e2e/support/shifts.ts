import type { Page } from "playwright-core";

/** A layout shift: how large it was, and what was shifted. */
export interface Shift {
	readonly value: number;
	readonly elements: readonly string[];
}

declare global {
	interface Window {
		/** The layout shifts since the page began. */
		shifts?: Shift[];
	}
}

/** Notes the layout shifts of a page, and marks the drawing that comes with it; runs before anything of it. */
export function noteShifts(): void {
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

/** The layout shifts of a page so far. */
export async function shiftsOf(page: Page): Promise<Shift[] | undefined> {
	return page.evaluate(() => window.shifts);
}
