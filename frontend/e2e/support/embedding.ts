import type { FrameLocator, Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { Browser, type Made, type Opening } from "./browser";
import { makePDF } from "./documents";
import { HostSite } from "./host";
import { documentWhen, makeSession, upload } from "./library";

/** Host pages for the tests of one file, and a session on a document of twelve pages to embed. */
export class Embedding {
	readonly browser: Browser;
	readonly site = new HostSite();
	#session = "";

	constructor(made: Made = {}) {
		this.browser = new Browser(made);
		beforeAll(async () => {
			const { id } = await upload("letter.pdf", makePDF(12));
			await documentWhen(id, ({ status }) => status === "ready");
			this.#session = (await makeSession(id, 60)).id;
		});
	}

	get session(): string {
		return this.#session;
	}

	/** Opens a host page. */
	open(html: string, { policy, ...opening }: Opening & { policy?: string } = {}): Promise<Page> {
		return this.browser.open(this.site.page(html, policy), { origin: this.site.origins, ...opening });
	}

	/** The attributes of an element of a kind. */
	of(kind: string, more = ""): string {
		return `class="svc-view-viewer-${kind}" data-session-id="${this.session}" ${more}`;
	}

	/** An embedded viewer. */
	get embedded(): string {
		return `<div id="viewer" ${this.of("embedded")}></div>`;
	}
}

/** The viewer in an element. */
export function viewerIn(page: Page, selector: string): FrameLocator {
	return page.frameLocator(`${selector} iframe`);
}

/** Waits until a viewer shows a page. */
export async function shows(viewer: FrameLocator, page = "1"): Promise<void> {
	await viewer.locator(`#pages .page[data-page="${page}"] .text`).waitFor({ state: "attached" });
	await expect.poll(() => viewer.locator("#page-field").inputValue()).toBe(page);
}
