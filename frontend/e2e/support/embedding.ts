import type { FrameLocator, Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { Browser, type BrowserOptions, type OpenOptions } from "./browser";
import { makePDF } from "./documents";
import { HostSite } from "./host-site";
import { makeSession, upload, waitForDocument } from "./api";

/**
 * A browser, a site with host pages (pages that embed a viewer), and a session whose document has twelve pages, for the
 * tests of one file.
 */
export class Embedding {
	readonly browser: Browser;
	readonly site = new HostSite();
	#session = "";

	constructor(options: BrowserOptions = {}) {
		this.browser = new Browser(options);
		beforeAll(async () => {
			const { id } = await upload("letter.pdf", makePDF(12));
			await waitForDocument(id, ({ status }) => status === "ready");
			this.#session = (await makeSession(id, 60)).id;
		});
	}

	get session(): string {
		return this.#session;
	}

	/** Opens a host page with the given HTML and, optionally, a Content-Security-Policy. */
	open(html: string, { policy, ...options }: OpenOptions & { policy?: string } = {}): Promise<Page> {
		return this.browser.open(this.site.addPage(html, policy), { origin: this.site.origins, ...options });
	}

	/** Returns the HTML attributes of an element that shows or opens a viewer of a kind. */
	attributes(kind: string, extra = ""): string {
		return `class="svc-view-viewer-${kind}" data-session-id="${this.session}" ${extra}`;
	}

	/** The HTML of an element with an embedded viewer. */
	get embeddedViewer(): string {
		return `<div id="viewer" ${this.attributes("embedded")}></div>`;
	}
}

/** Returns the frame of the viewer in an element. */
export function viewerFrame(page: Page, selector: string): FrameLocator {
	return page.frameLocator(`${selector} iframe`);
}

/** Waits until a viewer shows a page. */
export async function waitForPage(viewer: FrameLocator, page = "1"): Promise<void> {
	await viewer.locator(`#pages .page[data-page="${page}"] .text`).waitFor({ state: "attached" });
	await expect.poll(() => viewer.locator("#page-field").inputValue()).toBe(page);
}
