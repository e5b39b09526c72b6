/** The maximum number of outlined elements. Elements outside the visible part of the page do not count. */
const maxMarks = 80;

/** Draws an outline around the elements that match a selector. It is visible in any theme. */
export class Marker {
	#selector = "";
	readonly #layer = document.createElement("div");

	constructor() {
		this.#layer.id = "preview-marks";
		this.#layer.ariaHidden = "true";
		Object.assign(this.#layer.style, {
			position: "fixed",
			inset: "0",
			zIndex: "2147483647",
			pointerEvents: "none",
			overflow: "hidden",
		});
		document.documentElement.append(this.#layer);
		for (const eventType of ["scroll", "resize"]) {
			window.addEventListener(
				eventType,
				() => {
					this.#render();
				},
				{ capture: true, passive: true },
			);
		}
	}

	show(selector: string): void {
		if (selector !== this.#selector) {
			this.#selector = selector;
			this.#render();
		}
	}

	#render(): void {
		this.#layer.replaceChildren(...boxesOf(this.#selector).map(outlineOf));
	}
}

function boxesOf(selector: string): DOMRect[] {
	if (selector === "") {
		return [];
	}
	const boxes: DOMRect[] = [];
	for (const element of document.querySelectorAll(selector)) {
		const box = visibleBox(element);
		if (box !== undefined && boxes.push(box) === maxMarks) {
			break;
		}
	}
	return boxes;
}

/** Returns the visible part of an element's box; undefined if the element is not visible. */
function visibleBox(element: Element): DOMRect | undefined {
	if (!element.checkVisibility({ visibilityProperty: true })) {
		return undefined;
	}
	const { left, top, right, bottom } = element.getBoundingClientRect();
	const stage = (element === document.body ? document.documentElement : element)
		.closest(".stage")
		?.getBoundingClientRect();
	const x0 = Math.max(left, stage?.left ?? 0, 0);
	const y0 = Math.max(top, stage?.top ?? 0, 0);
	const x1 = Math.min(right, stage?.right ?? Infinity, window.innerWidth);
	const y1 = Math.min(bottom, stage?.bottom ?? Infinity, window.innerHeight);
	return x1 > x0 && y1 > y0 ? new DOMRect(x0, y0, x1 - x0, y1 - y0) : undefined;
}

function outlineOf({ x, y, width, height }: DOMRect): HTMLElement {
	const box = document.createElement("div");
	Object.assign(box.style, {
		position: "absolute",
		left: `${x}px`,
		top: `${y}px`,
		width: `${width}px`,
		height: `${height}px`,
		outline: "2px solid #e0218a",
		outlineOffset: "-2px",
		boxShadow: "inset 0 0 0 3px #ffffffb3",
		borderRadius: "4px",
	});
	return box;
}
