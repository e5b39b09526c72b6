import type { Page } from "playwright-core";
import type { OpenOptions } from "./browser";

/** Options for a page on a touch screen. */
export const touchScreen = { hasTouch: true, isMobile: true } satisfies OpenOptions;

/** The smallest side of a target for fingers, in CSS pixels. */
const fingerSize = 44;

/**
 * Returns the controls of a page that a finger can miss: controls that are covered, and controls that react to touches
 * in an area of less than 44 pixels in width or height. The area is found by testing points, so that it includes labels
 * and pseudo-elements, and excludes parts that other controls cover. Links within a text may be smaller.
 */
export function smallTargets(page: Page): Promise<string[]> {
	return page.evaluate((size) => {
		const controls =
			"a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=switch], " +
			"[role=radio], [role=checkbox], [role=slider], [role=option], [role=tab], [role=gridcell], " +
			"[role=menuitem], [role=menuitemcheckbox], [role=menuitemradio]";
		const dialogs = "[role=menu], [role=listbox], [role=dialog], [role=alertdialog], dialog[open]";
		/**
		 * The distance between tested points in pixels. It is small, because positions in layouts are fractions of
		 * pixels.
		 */
		const step = 0.5;
		/** The maximum number of controls of one kind that are checked, such as the controls in the rows of a list. */
		const maxPerKind = 6;

		const describe = (element: Element) => {
			const text = (element.getAttribute("aria-label") ?? element.textContent).trim().replaceAll(/\s+/g, " ");
			return `${element.tagName.toLowerCase()}.${element.classList.toString()} “${text.slice(0, 40)}”`;
		};
		const isShown = (element: Element) =>
			element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
			element.getClientRects().length > 0 &&
			element.getBoundingClientRect().right > 0;

		/** Reports whether an element is a link within a text or on a page of a document. */
		const isInText = (element: Element): boolean => {
			if (element.closest("a") === null || element.closest(".links, .text, .reading") !== null) {
				return element.closest(".links, .text, .reading") !== null;
			}
			const parent = element.closest(":not(a, b, strong, em, code)") ?? document.body;
			const letters = (node: Element) => node.textContent.replaceAll(/\s/g, "").length;
			const lettersInLinks = [...parent.querySelectorAll("a")].reduce((sum, link) => sum + letters(link), 0);
			return getComputedStyle(element).display === "inline" && letters(parent) > lettersInLinks;
		};

		/**
		 * Returns the length of the area that reacts to touches, along a line through a point. It stops measuring at
		 * the required length.
		 */
		const extent = (reacts: (distance: number) => boolean): number => {
			let length = 0;
			for (const sign of [1, -1]) {
				for (let at = sign > 0 ? 0 : step; length < size && reacts(sign * at); at += step) {
					length += step;
				}
			}
			return length;
		};

		const check = (control: Element): string[] => {
			control.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
			const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
			const reacts = (x: number, y: number) => {
				const hit = document.elementFromPoint(x, y);
				return hit !== null && [control, ...labels].some((element) => element.contains(hit));
			};
			const { left, top, width, height } =
				(control.closest("label") ?? control).getClientRects()[0] ?? new DOMRect();
			const [x, y] = [left + width / 2, top + height / 2];
			if (!reacts(x, y)) {
				const hit = document.elementFromPoint(x, y);
				return [`covered by ${hit === null ? "nothing" : describe(hit)}: ${describe(control)}`];
			}
			const sides = [extent((dx) => reacts(x + dx, y)), extent((dy) => reacts(x, y + dy))];
			return Math.min(...sides) < size - step ? [`${sides.join(" × ")}: ${describe(control)}`] : [];
		};

		const kinds = new Map<string, number>();
		const isNew = (element: Element): boolean => {
			const kind = `${element.className} ${element.parentElement?.className ?? ""}`;
			kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
			return (kinds.get(kind) ?? 0) <= maxPerKind;
		};

		const root = [...document.querySelectorAll(dialogs)].findLast(isShown) ?? document.body;
		const places = [...root.querySelectorAll("*")].map((element) => [element, element.scrollTop] as const);
		const shown = [...root.querySelectorAll(controls)].filter(
			(element) => isShown(element) && !isInText(element) && isNew(element),
		);
		const found = shown.flatMap(check);
		for (const [element, scrollTop] of places) {
			element.scrollTop = scrollTop;
		}
		return [...new Set(found)];
	}, fingerSize);
}
