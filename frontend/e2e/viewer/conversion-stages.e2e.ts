import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser, pageText, scrollTop } from "../support/browser";
import { makeDocx, makeRTF } from "../support/documents";
import type { ViewerState } from "../../src/core/session/viewer-state";
import { openSession, waitForDocument } from "../support/api";
import { addHeldDownload } from "../support/held-download";
import { type Server, startServer } from "../support/server";

const browser = new Browser();

/** A separate server: conversions of other tests must not delay the first page. */
let server: Server;

beforeAll(async () => {
	server = await startServer("--allow-host", "127.0.0.1");
});

afterAll(async () => {
	await server.stop();
});

declare global {
	interface Window {
		/** The messages about the document that the page has shown, in order. Consecutive duplicates are omitted. */
		messages?: string[];
	}
}

/**
 * Runs in the page as an init script. Records the changes of the visible messages: in the panel, next to the title, and
 * in the page count.
 */
function recordMessages(): void {
	const messages: string[] = (window.messages = []);
	const record = () => {
		const visibleText = (id: string) => {
			const element = document.getElementById(id);
			return element === null || element.hidden ? "" : element.textContent.trim();
		};
		const pages = document.getElementById("page-count")?.textContent ?? "";
		const sentence = visibleText("panel-title") || [visibleText("status"), pages].join(" ").trim();
		const panel = document.getElementById("panel");
		const latest = panel?.hidden === false ? sentence : [visibleText("status"), pages].join(" ").trim();
		if (messages.at(-1) !== latest) {
			messages.push(latest);
		}
	};
	document.addEventListener("DOMContentLoaded", () => {
		record();
		new MutationObserver(record).observe(document.body, {
			subtree: true,
			childList: true,
			characterData: true,
			attributes: true,
			attributeFilter: ["hidden"],
		});
	});
}

/** Matches the requests with which a page waits for the next state of its document. */
const stateRequests = /\/state\?revision=/;

// The converters have a low priority. On a busy machine, they may take ten times as long.
test(
	"a document is shown live: waiting, its first page, then all of them",
	{ timeout: 240_000 },
	async () => {
		const leaves = 2_000;
		const { document, release } = await addHeldDownload("leaves.rtf", makeRTF("Leaf", leaves), server);
		const page = await browser.open("about:blank", { initScript: recordMessages, origin: server.url });
		const following = page.waitForRequest(stateRequests);
		await page.goto(await openSession(document.id, 60, server));
		await following;
		release();
		await expect.poll(() => page.locator("#page-count").innerText()).toMatch(/^\d{3,}$/);
		// All pages are available before their text is indexed, and only then is the document ready.
		await expect.poll(() => page.locator("#status").isHidden()).toBe(true);

		const messages = (await page.evaluate(() => window.messages)) ?? [];
		expect(messages[0]).toBe("Preparing your document");
		expect(messages).toContain("Converting – more pages follow 1");
		expect(messages.at(-1)).toMatch(/^\d{3,}$/);
		expect(await pageText(page, 1)).toContain("Leaf 1");
		await page.keyboard.press("End");
		expect(await pageText(page, Number(await page.locator("#page-count").innerText()))).toContain(
			`Leaf ${leaves}`,
		);
	},
);

test(
	"a provisional page 1 is marked, and replaced in place by the final one",
	{ timeout: 240_000 },
	async () => {
		const pages = 1200;
		const { document, release } = await addHeldDownload("long.docx", makeDocx(pages, 7), server);
		const page = await browser.open("about:blank", {
			initScript: recordMessages,
			viewport: { width: 1200, height: 500 },
			origin: server.url,
		});
		// The page receives the state in which its page 1 is provisional. The next state is then held back.
		let sendNext!: () => void;
		const next = new Promise<void>((resolve) => {
			sendNext = resolve;
		});
		let isProvisional = false;
		await page.route(stateRequests, async (route) => {
			if (isProvisional) {
				await next;
				await route.continue();
				return;
			}
			const response = await route.fetch({ timeout: 0 });
			isProvisional = ((await response.json()) as ViewerState).shown === "provisional";
			await route.fulfill({ response });
		});
		const following = page.waitForRequest(stateRequests);
		await page.goto(await openSession(document.id, 60, server));
		await following;
		release();
		const status = page.getByRole("status").filter({ hasText: "Preview – the rest is being converted" });
		await status.waitFor();
		const withoutScript = await (await fetch(page.url())).text();
		expect(withoutScript).toContain(">Preview<");
		expect(withoutScript).toContain('id="page-more" title="More pages are being converted">');
		expect(await pageText(page, 1)).toContain("on page 7");
		const sheet = page.locator('#pages .page[data-page="1"]');
		await sheet.evaluate((element) => (element.dataset["mark"] = "kept"));
		await page.keyboard.press("ArrowDown");
		await expect.poll(() => scrollTop(page)).toBeGreaterThan(0);
		const top = await scrollTop(page);

		await waitForDocument(document.id, ({ status }) => status === "ready", server);
		sendNext();
		await expect.poll(() => pageText(page, 1)).toContain(`on page ${pages}`);
		await expect.poll(() => page.locator("#page-count").innerText()).toBe(String(pages));
		await expect.poll(() => page.getByRole("status").count()).toBe(0);
		await expect.poll(() => page.locator("#page-of").innerText()).toBe(`of ${pages}`);
		await expect.poll(() => scrollTop(page)).toBe(top);
		expect(await sheet.getAttribute("data-mark")).toBe("kept");
		expect(await page.evaluate(() => window.messages)).toEqual([
			"Preparing your document",
			"Preview – the rest is being converted 1",
			String(pages),
		]);
	},
);
