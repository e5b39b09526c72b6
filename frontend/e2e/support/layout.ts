import type { Page } from "playwright-core";

/**
 * Returns what is wrong with the layout of a page: a document that is wider than the window, texts and controls that
 * are cut off, lie beyond the edge of the window, or cover each other. Texts that end in an ellipsis are no problem, nor
 * is content that can be scrolled to, except for pages that scroll to the side.
 */
export function layoutProblems(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const problems: string[] = [];
		const { clientWidth, clientHeight, scrollWidth } = document.documentElement;
		const controls =
			"a[href], button, input, select, textarea, summary, [role=switch], [role=radio], [role=option]";
		/** Layouts are in fractions of pixels. */
		const tolerance = 1.5;

		const describe = (element: Element) => {
			const text = (element.getAttribute("aria-label") ?? element.textContent).trim().replaceAll(/\s+/g, " ");
			return `${element.tagName.toLowerCase()}.${element.classList.toString().split(" ")[0] ?? ""} “${text.slice(0, 40)}”`;
		};
		const report = (what: string, element: Element) => {
			problems.push(`${what}: ${describe(element)}`);
		};

		/** Reports whether an element is only for screen readers. */
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

		/** Returns the boxes of the texts of an element itself, or its own box if it is a control. */
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

		/** Checks a box against the edges of the window and of the ancestors that cut off their content. */
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
						return; // can be scrolled with keys
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
			if (element.clientWidth === 0 || style.display === "inline") {
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
					return; // scrolled away
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
