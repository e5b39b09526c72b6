import type { Scene } from "../core/messages/preview-protocol";

/** The number of words that are marked as hits. */
const manyHits = 12;

/** Shows parts of the viewer that are not always visible. */
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
		this.#leave();
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

	#leave(): void {
		this.#hits?.remove();
		this.#numbers.replaceSync("");
		if (this.#scene === "menu") {
			setOpen("more", false);
		} else if (this.#scene === "selection") {
			document.getSelection()?.removeAllRanges();
		}
	}

	/** Marks words of the visible page as if they were hits; without any words, it marks sample positions. */
	#markHits(): void {
		const page = pageInSight();
		if (page === undefined) {
			return;
		}
		const at = page.getBoundingClientRect();
		const words = [...page.querySelectorAll(".text .line")]
			.map((word) => word.getBoundingClientRect())
			.filter(({ width, height, top }) => height > 4 && height < 60 && width > height && top > 0);
		const step = Math.max(1, Math.floor(words.length / manyHits));
		const places =
			words.length > 0
				? words
						.filter((_, place) => place % step === 0)
						.map(({ left, top, width, height }) => [left - at.left, top - at.top, width / 3, height] as const)
				: [0.2, 0.3, 0.45].map((part) => [at.width * 0.2, at.height * part, 90, 16] as const);
		this.#hits = document.createElement("div");
		this.#hits.className = "layer hits";
		places.forEach(([left, top, width, height], place) => {
			const hit = document.createElement("div");
			hit.className = "hit";
			Object.assign(hit.style, {
				left: `${left}px`,
				top: `${top}px`,
				width: `${width}px`,
				height: `${height}px`,
			});
			hit.toggleAttribute("aria-current", place === 1);
			this.#hits?.append(hit);
		});
		page.append(this.#hits);
	}
}

/** Opens or closes what a button of the viewer controls. */
function setOpen(id: string, open: boolean): void {
	const button = document.getElementById(id);
	if (button !== null && (button.ariaExpanded === "true") !== open) {
		button.click();
	}
}

/** Returns the page that occupies most of the window. */
function pageInSight(): HTMLElement | undefined {
	const middle = window.innerHeight / 2;
	return [...document.querySelectorAll<HTMLElement>("#pages > .page")].find((page) => {
		const { top, bottom } = page.getBoundingClientRect();
		return top < middle && bottom > middle;
	});
}

function selectText(): void {
	const lines = pageInSight()?.querySelectorAll(".text .line") ?? [];
	const first = lines[0];
	const last = lines[Math.min(lines.length - 1, 4)];
	if (first !== undefined && last !== undefined) {
		document.getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
	}
}
