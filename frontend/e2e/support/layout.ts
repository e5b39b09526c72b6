import type { Page } from "playwright-core";

/**
 * Returns descriptions of the layout problems of a page: the document is wider than the window; or texts and controls
 * are cut off, lie outside the window, or cover each other. Texts that end in an ellipsis are accepted, and so is
 * content that can be reached by scrolling, unless the page itself scrolls sideways.
 */
export function layoutProblems(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const problems: string[] = [];
		const { clientWidth, clientHeight, scrollWidth } = document.documentElement;
		const controls =
			"a[href], button, input, select, textarea, summary, [role=switch], [role=radio], [role=option]";
		/** Positions are fractions of pixels, so small differences are ignored. */
		const tolerance = 1.5;

		const describe = (element: Element) => {
			const text = (element.getAttribute("aria-label") ?? element.textContent).trim().replaceAll(/\s+/g, " ");
			return `${element.tagName.toLowerCase()}.${element.classList.toString().split(" ")[0] ?? ""} “${text.slice(0, 40)}”`;
		};
		const report = (what: string, element: Element) => {
			problems.push(`${what}: ${describe(element)}`);
		};

		/** Reports whether an element is visible only to screen readers. */
		const isHidden = (element: Element): boolean => {
			for (let one: Element | null = element; one !== null; one = one.parentElement) {
				if (getComputedStyle(one).clipPath !== "none") {
					return true;
				}
			}
			return !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
		};
		/** Reports whether an element shortens its text with an ellipsis. */
		const shortens = (style: CSSStyleDeclaration) =>
			style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";

		/** Returns the box of a control; for other elements, the boxes of the texts that are their direct children. */
		const boxesOf = (element: Element): DOMRect[] => {
			if (element.matches(controls)) {
				return [element.getBoundingClientRect()];
			}
			const range = document.createRange();
			return [...element.childNodes]
				.filter((node) => node instanceof Text && node.data.trim() !== "")
				.flatMap((node) => {
					range.selectNode(node);
					return [...range.getClientRects()];
				});
		};

		/** Checks that a box is not cut off by the window or by an ancestor of the element. */
		const checkBox = (element: Element, box: DOMRect): void => {
			let { top, bottom } = box;
			for (
				let one: Element | null = element;
				one !== null && one !== document.body;
				one = one.parentElement
			) {
				const style = getComputedStyle(one);
				if (one !== element || !element.matches(controls)) {
					if (shortens(style)) {
						return;
					}
					const edge = one.getBoundingClientRect();
					if (
						/auto|scroll/.test(style.overflowX) &&
						one.scrollWidth > one.clientWidth &&
						one.matches("pre, textarea, :has(> table)")
					) {
						return; // users can scroll the element to the hidden part
					}
					if (
						style.overflowX !== "visible" &&
						(box.left < edge.left - tolerance || box.right > edge.right + tolerance)
					) {
						report("cut off at the side", element);
						return;
					}
					if (/auto|scroll/.test(style.overflowY)) {
						top = Math.max(top, edge.top);
						bottom = Math.min(bottom, edge.bottom);
					} else if (
						style.overflowY !== "visible" &&
						(top < edge.top - tolerance || bottom > edge.bottom + tolerance) &&
						top < bottom
					) {
						report("cut off in height", element);
						return;
					}
				}
				if (style.position === "fixed") {
					break;
				}
			}
			if (box.left < -tolerance || box.right > clientWidth + tolerance) {
				report("beyond the side of the window", element);
			} else if (top < bottom && (bottom > clientHeight + tolerance || top < -tolerance)) {
				report("beyond the end of the window", element);
			}
		};

		/** Checks that a control has room for its content. */
		const checkContent = (element: Element): void => {
			const style = getComputedStyle(element);
			if (
				element.clientWidth === 0 ||
				style.display === "inline" ||
				element.matches(".extended-target") // a pseudo-element extends the area that reacts to touches
			) {
				return;
			}
			if (element.matches("input, select")) {
				if (
					element.matches(":not([type=checkbox], [type=radio], [type=range])") &&
					element.clientHeight < Number.parseFloat(style.fontSize) * 1.1
				) {
					report("lower than its text", element);
				}
			} else if (!shortens(style) && element.scrollWidth > element.clientWidth + tolerance) {
				report("narrower than its content", element);
			} else if (
				!shortens(style) &&
				element.scrollHeight > element.clientHeight + tolerance &&
				!/auto|scroll/.test(style.overflowY)
			) {
				report("lower than its content", element);
			}
		};

		/** Checks that the middle of a control is not covered. */
		const checkCover = (element: Element): void => {
			const box = element.getBoundingClientRect();
			const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
			for (let one = element.parentElement; one !== null; one = one.parentElement) {
				const edge = one.getBoundingClientRect();
				const isOutside = x < edge.left || x > edge.right || y < edge.top || y > edge.bottom;
				if (isOutside && getComputedStyle(one).overflow !== "visible") {
					return; // the control is scrolled out of an ancestor
				}
			}
			const top = document.elementFromPoint(x, y);
			const isFloating = top?.closest("[role=toolbar], [role=log], .floating") !== null;
			if (top !== null && !element.contains(top) && !top.contains(element) && !isFloating) {
				report(`covered by ${describe(top)}`, element);
			}
		};

		if (scrollWidth > clientWidth) {
			problems.push(`the document is ${scrollWidth - clientWidth} px wider than the window`);
		}
		const tooHigh = document.body.scrollHeight - document.body.clientHeight;
		if (tooHigh > 0) {
			problems.push(`the page is ${tooHigh} px higher than the window, so that the focus could move it`);
		}
		const layers = [...document.querySelectorAll("[role=menu], [role=dialog], [role=alertdialog]")];
		const root = layers.at(-1) ?? document.body;
		for (const element of root.querySelectorAll("*")) {
			if (element.closest("svg, iframe") !== null || isHidden(element)) {
				continue;
			}
			for (const box of boxesOf(element)) {
				if (box.width > 0 && box.height > 0) {
					checkBox(element, box);
				}
			}
			if (element.matches(controls)) {
				checkContent(element);
				checkCover(element);
			}
		}
		return [...new Set(problems)];
	});
}
