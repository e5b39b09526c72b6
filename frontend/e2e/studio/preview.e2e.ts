import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { previewStateMessage } from "../../src/core/messages/preview-protocol";
import { Browser } from "../support/browser";
import { makePDF } from "../support/documents";
import { HostSite, pageOf } from "../support/host";
import { call, documentWhen, openSession, upload } from "../support/library";

// Only the page of the owner that frames a preview can set the appearance of its viewer.

const browser = new Browser();
const site = new HostSite();

let document = "";

beforeAll(async () => {
	const { id } = await upload("previewed.pdf", makePDF(3));
	await documentWhen(id, ({ status }) => status === "ready");
	document = id;
});

const look = previewStateMessage({
	variables: { "--theme-topbar-background-color": "#ff0000" },
	hidden: ["#title"],
	logo: "",
	appearance: "system",
	state: "rest",
	scene: "pages",
	mark: "",
	pickable: [],
});

/** A page of another site that has a viewer in a frame. */
function framing(address: string): string {
	return site.page(pageOf("", `<iframe src="${address}" width="900" height="600" title="Viewer"></iframe>`));
}

/** Makes a preview, and answers its address. */
async function previewURL(): Promise<string> {
	const path = `/settings/viewer/preview?documentId=${document}`;
	return (await call<{ viewerURL: string }>("POST", path)).viewerURL;
}

/**
 * Has the page around tell its frame how to look, and holds that it does not. A command of the viewer's own, which
 * comes after that, is heard: so the other one would have been.
 */
async function expectDeaf(page: Page): Promise<void> {
	const frame = page.frameLocator("iframe");
	await frame.locator("#pages .page[data-state=drawn]").first().waitFor();
	await frame.locator("body").evaluate(() => {
		if (window.document.readyState !== "complete") {
			return new Promise((resolve) => {
				window.addEventListener("load", resolve);
			});
		}
		return undefined;
	});
	const color = () => frame.locator(".bar-title").evaluate((bar) => getComputedStyle(bar).backgroundColor);
	const before = await color();
	const answer = await page.evaluate((message) => {
		const viewer = window.document.querySelector("iframe")?.contentWindow;
		viewer?.postMessage(message, "*");
		viewer?.postMessage({ svcView: 1, command: "hello", id: 1, data: {} }, "*");
		viewer?.postMessage({ svcView: 1, command: "goToPage", id: 7, data: { page: 2 } }, "*");
		return new Promise((resolve) => {
			window.addEventListener("message", ({ data }: MessageEvent<{ answer?: number }>) => {
				if (data.answer === 7) {
					resolve(data.answer);
				}
			});
		});
	}, look);
	expect(answer).toBe(7);
	expect(await color()).toBe(before);
	expect(await frame.locator("#title").isVisible()).toBe(true);
}

test("a reader's viewer hears no site that frames it", async () => {
	const page = await browser.open(framing(await openSession(document)), { origin: site.origins });
	await expectDeaf(page);
});

test("no other site frames a preview", async () => {
	const page = await browser.open(framing(await previewURL()), {
		origin: site.origins,
		expected: /frame-ancestors/,
	});
	await page.waitForLoadState("load");
	expect(page.frames().some((frame) => frame.url().startsWith(inject("url")))).toBe(false);
});

test("a preview hears no other site, even where a browser let that frame it", async () => {
	const address = framing(await previewURL());
	const page = await browser.open("about:blank", { origin: site.origins });
	await page.route("**/viewer/view?**", async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": "" } });
	});
	await page.goto(address);
	await expectDeaf(page);
});
