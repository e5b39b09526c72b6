import type { SessionClient } from "../../api/session";
import type { Target } from "../../core/text/page-text";
import { targetOf } from "./links";

/** The time in milliseconds for which the pointer must rest on a link. */
const hoverDelay = 350;
/** The size of the card in CSS pixels, as in the style sheet. */
const cardSize = { width: 340, height: 200 };
/** The resolution of the card's picture, in pixels per point. */
const pictureScale = 1;

/**
 * Shows a card with the target of a link while the link is hovered or focused: a part of the target page, or the URL.
 */
export class LinkPreview {
	readonly #client: SessionClient;
	readonly #version: () => number;
	readonly #element = document.createElement("div");
	#timer: number | undefined;

	constructor(pages: HTMLElement, client: SessionClient, version: () => number) {
		this.#client = client;
		this.#version = version;
		this.#element.className = "link-card";
		this.#element.role = "tooltip";
		this.#element.hidden = true;
		document.body.append(this.#element);
		for (const enterEvent of ["pointerover", "focusin"]) {
			pages.addEventListener(enterEvent, (event) => {
				const link = linkOf(event.target);
				if (link !== null && !(event instanceof PointerEvent && event.pointerType === "touch")) {
					this.#schedule(link);
				}
			});
		}
		for (const leaveEvent of ["pointerout", "focusout", "click"]) {
			pages.addEventListener(leaveEvent, () => {
				this.hide();
			});
		}
		document.addEventListener(
			"scroll",
			() => {
				this.hide();
			},
			{ capture: true, passive: true },
		);
		document.addEventListener("keydown", (event) => {
			if (event.key === "Escape" && !this.#element.hidden) {
				event.preventDefault(); // Escape closes only the preview
				this.hide();
			}
		});
	}

	#schedule(link: HTMLElement): void {
		window.clearTimeout(this.#timer);
		this.#timer = window.setTimeout(() => {
			void this.#show(link);
		}, hoverDelay);
	}

	/** Hides the card. */
	hide(): void {
		window.clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#element.hidden = true;
	}

	async #show(link: HTMLElement): Promise<void> {
		const timer = this.#timer;
		const isExternal = link instanceof HTMLAnchorElement && link.dataset["target"] === undefined;
		const body = isExternal ? textOf(link.href) : await this.#pictureOf(targetOf(link));
		if (body === undefined || timer !== this.#timer || !link.isConnected) {
			return;
		}
		this.#element.replaceChildren(body);
		this.#element.classList.toggle("address", isExternal);
		this.#element.hidden = false;
		this.#position(link);
	}

	/** Returns a picture of the part of the page that contains the target. */
	async #pictureOf({ page = 1, top = 0 }: Target): Promise<HTMLElement | undefined> {
		const picture = new Image();
		picture.alt = "";
		picture.src = this.#client.pictureAddress(page, this.#version(), pictureScale);
		const decoded = await picture.decode().then(
			() => true,
			() => false,
		);
		const height = (picture.naturalHeight / Math.max(picture.naturalWidth, 1)) * cardSize.width;
		const fraction = picture.naturalHeight > 0 ? (top * pictureScale) / picture.naturalHeight : 0;
		const offset = Math.min(Math.max(fraction * height - 12, 0), Math.max(height - cardSize.height, 0));
		picture.style.marginTop = `${-offset}px`;
		return decoded ? picture : undefined;
	}

	/** Places the card below the link, or above it if there is no room. */
	#position(link: HTMLElement): void {
		const anchor = link.getBoundingClientRect();
		const { width, height } = this.#element.getBoundingClientRect();
		const fitsBelow = anchor.bottom + height + 16 < window.innerHeight;
		const { style } = this.#element;
		style.left = `${Math.max(Math.min(anchor.left, window.innerWidth - width - 8), 8)}px`;
		style.top = `${fitsBelow ? anchor.bottom + 8 : Math.max(anchor.top - height - 8, 8)}px`;
	}
}

function linkOf(target: EventTarget | null): HTMLElement | null {
	return target instanceof Element ? target.closest<HTMLElement>(".links > a") : null;
}

function textOf(address: string): HTMLElement {
	const line = document.createElement("p");
	line.textContent = address;
	line.dir = "ltr";
	return line;
}
