import type { SessionClient } from "../../api/session";
import type { Target } from "../../core/text/page-text";
import { targetOf } from "./links";

/** The time in milliseconds for which the pointer must rest on a link. */
const patience = 350;
/** The size of the card in CSS pixels, as in the style sheet. */
const card = { width: 340, height: 200 };
/** The resolution of its picture, in pixels per point. */
const pictureScale = 1;

/** Shows the target of a link while it is hovered or focused: a part of the page, or the address. */
export class LinkPreview {
	readonly #client: SessionClient;
	readonly #version: () => number;
	readonly #card = document.createElement("div");
	#timer: number | undefined;

	constructor(pages: HTMLElement, client: SessionClient, version: () => number) {
		this.#client = client;
		this.#version = version;
		this.#card.className = "link-card";
		this.#card.role = "tooltip";
		this.#card.hidden = true;
		document.body.append(this.#card);
		for (const enter of ["pointerover", "focusin"]) {
			pages.addEventListener(enter, (event) => {
				const link = linkOf(event.target);
				if (link !== null && !(event instanceof PointerEvent && event.pointerType === "touch")) {
					this.#await(link);
				}
			});
		}
		for (const leave of ["pointerout", "focusout", "click"]) {
			pages.addEventListener(leave, () => {
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
			if (event.key === "Escape" && !this.#card.hidden) {
				event.preventDefault(); // it closes nothing else
				this.hide();
			}
		});
	}

	#await(link: HTMLElement): void {
		window.clearTimeout(this.#timer);
		this.#timer = window.setTimeout(() => {
			void this.#show(link);
		}, patience);
	}

	/** Hides the card. */
	hide(): void {
		window.clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#card.hidden = true;
	}

	async #show(link: HTMLElement): Promise<void> {
		const timer = this.#timer;
		const content = link instanceof HTMLAnchorElement && link.dataset["target"] === undefined;
		const shown = content ? textOf(link.href) : await this.#pictureOf(targetOf(link));
		if (shown === undefined || timer !== this.#timer || !link.isConnected) {
			return;
		}
		this.#card.replaceChildren(shown);
		this.#card.classList.toggle("address", content);
		this.#card.hidden = false;
		this.#hang(link);
	}

	/** Returns a picture of the target's part of the page. */
	async #pictureOf({ page = 1, top = 0 }: Target): Promise<HTMLElement | undefined> {
		const picture = new Image();
		picture.alt = "";
		picture.src = this.#client.pictureAddress(page, this.#version(), pictureScale);
		const decoded = await picture.decode().then(
			() => true,
			() => false,
		);
		const height = (picture.naturalHeight / Math.max(picture.naturalWidth, 1)) * card.width;
		const share = picture.naturalHeight > 0 ? (top * pictureScale) / picture.naturalHeight : 0;
		const offset = Math.min(Math.max(share * height - 12, 0), Math.max(height - card.height, 0));
		picture.style.marginTop = `${-offset}px`;
		return decoded ? picture : undefined;
	}

	/** Places the card below the link, or above it if there is no room. */
	#hang(link: HTMLElement): void {
		const anchor = link.getBoundingClientRect();
		const { width, height } = this.#card.getBoundingClientRect();
		const below = anchor.bottom + height + 16 < window.innerHeight;
		const { style } = this.#card;
		style.left = `${Math.max(Math.min(anchor.left, window.innerWidth - width - 8), 8)}px`;
		style.top = `${below ? anchor.bottom + 8 : Math.max(anchor.top - height - 8, 8)}px`;
	}
}

function linkOf(target: EventTarget | null): HTMLElement | null {
	return target instanceof Element ? target.closest<HTMLElement>(".links > a") : null;
}

function textOf(address: string): HTMLElement {
	const line = document.createElement("p");
	line.textContent = address;
	return line;
}
