import type { Scene } from "../core/messages/preview-protocol";

/** The number of words that are marked as search hits. */
const hitCount = 12;

/** Opens those parts of the viewer that are not always visible. */
export class Scenes {
	#scene: Scene = "pages";
	#hits: HTMLElement | undefined;
	readonly #numbers = new CSSStyleSheet();

	constructor() {
		document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#numbers];
	}

	show(scene: Scene): void {
		if (scene === this.#scene) {
			return;
		}
		this.#reset();
		this.#scene = scene;
		switch (scene) {
			case "side":
				setOpen("thumbnails-toggle", true);
				return;
			case "menu":
				setOpen("more", true);
				return;
			case "search":
				this.#markHits();
				return;
			case "selection":
				selectText();
				return;
			case "numbers":
				this.#numbers.replaceSync(".page > .page-number { opacity: 1 !important }");
				return;
			case "pages":
				return;
		}
	}

	#reset(): void {
		this.#hits?.remove();
		this.#numbers.replaceSync("");
		if (this.#scene === "menu") {
			setOpen("more", false);
		} else if (this.#scene === "selection") {
			document.getSelection()?.removeAllRanges();
		}
	}

	/** Marks words of the visible page as search hits. If the page has no words, marks arbitrary positions. */
	#markHits(): void {
		const page = visiblePage();
		if (page === undefined) {
			return;
		}
		const pageBox = page.getBoundingClientRect();
		const words = [...page.querySelectorAll(".text .line")]
			.map((word) => word.getBoundingClientRect())
			.filter(({ width, height, top }) => height > 4 && height < 60 && width > height && top > 0);
		const step = Math.max(1, Math.floor(words.length / hitCount));
		const boxes =
			words.length > 0
				? words
						.filter((_, index) => index % step === 0)
						.map(
							({ left, top, width, height }) =>
								[left - pageBox.left, top - pageBox.top, width / 3, height] as const,
						)
				: [0.2, 0.3, 0.45].map((part) => [pageBox.width * 0.2, pageBox.height * part, 90, 16] as const);
		this.#hits = document.createElement("div");
		this.#hits.className = "layer hits";
		boxes.forEach(([left, top, width, height], index) => {
			const hit = document.createElement("div");
			hit.className = "hit";
			Object.assign(hit.style, {
				left: `${left}px`,
				top: `${top}px`,
				width: `${width}px`,
				height: `${height}px`,
			});
			hit.toggleAttribute("aria-current", index === 1);
			this.#hits?.append(hit);
		});
		page.append(this.#hits);
	}
}

/** Opens or closes the element that a button of the viewer controls. */
function setOpen(id: string, open: boolean): void {
	const button = document.getElementById(id);
	if (button !== null && (button.ariaExpanded === "true") !== open) {
		button.click();
	}
}

/** Returns the page in the middle of the window. */
function visiblePage(): HTMLElement | undefined {
	const middle = window.innerHeight / 2;
	return [...document.querySelectorAll<HTMLElement>("#pages > .page")].find((page) => {
		const { top, bottom } = page.getBoundingClientRect();
		return top < middle && bottom > middle;
	});
}

function selectText(): void {
	const lines = visiblePage()?.querySelectorAll(".text .line") ?? [];
	const first = lines[0];
	const last = lines[Math.min(lines.length - 1, 4)];
	if (first !== undefined && last !== undefined) {
		document.getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
	}
}
