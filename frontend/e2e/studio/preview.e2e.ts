import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { previewStateMessage } from "../../src/core/messages/preview-protocol";
import { Browser } from "../support/browser";
import { makePDF } from "../support/documents";
import { hostPage, HostSite } from "../support/host-site";
import { call, openSession, upload, waitForDocument } from "../support/api";
import { sharedServer } from "../support/shared-server";

// Only the designer, which embeds the previews, can set the appearance of a viewer in a preview.

const browser = new Browser();
const site = new HostSite();

let document = "";

beforeAll(async () => {
	const { id } = await upload("previewed.pdf", makePDF(3));
	await waitForDocument(id, ({ status }) => status === "ready");
	document = id;
});

const appearanceMessage = previewStateMessage({
	variables: { "--theme-topbar-background-color": "#ff0000" },
	hidden: ["#title"],
	logo: "",
	appearance: "system",
	state: "rest",
	scene: "pages",
	mark: "",
	pickable: [],
});

/** Adds a page of another site with a viewer in a frame, and returns its URL. */
function framePage(address: string): string {
	return site.addPage(
		hostPage("", `<iframe src="${address}" width="900" height="600" title="Viewer"></iframe>`),
	);
}

/** Creates a preview, and returns its URL. */
async function previewURL(): Promise<string> {
	const path = `/settings/viewer/preview?documentId=${document}`;
	return (await call<{ viewerURL: string }>("POST", path)).viewerURL;
}

/**
 * Checks that a viewer ignores an appearance that the surrounding page sends. Afterwards, a command is sent. Its
 * execution proves that the viewer has received the earlier message, too.
 */
async function expectIgnored(page: Page): Promise<void> {
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
	}, appearanceMessage);
	expect(answer).toBe(7);
	expect(await color()).toBe(before);
	expect(await frame.locator("#title").isVisible()).toBe(true);
}

test("a reader's viewer ignores messages of a site that frames it", async () => {
	const page = await browser.open(framePage(await openSession(document)), { origin: site.origins });
	await expectIgnored(page);
});

test("no other site can frame a preview", async () => {
	const page = await browser.open(framePage(await previewURL()), {
		origin: site.origins,
		expected: /frame-ancestors/,
	});
	await page.waitForLoadState("load");
	expect(page.frames().some((frame) => frame.url().startsWith(sharedServer().url))).toBe(false);
});

test("a preview ignores messages of another site, even if a browser lets that frame it", async () => {
	const address = framePage(await previewURL());
	const page = await browser.open("about:blank", { origin: site.origins });
	await page.route("**/viewer/view?**", async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": "" } });
	});
	await page.goto(address);
	await expectIgnored(page);
});
