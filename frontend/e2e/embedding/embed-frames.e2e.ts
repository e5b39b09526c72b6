import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { Embedding, viewerFrame, waitForPage } from "../support/embedding";
import { embedScript, hostPage } from "../support/host-site";
import { sharedServer } from "../support/shared-server";

// embed.js loads embed-frames.js, the script that shows viewers in frames, only when it is needed.

const host = new Embedding();
const framesScript = "**/viewer/public/embed-frames.js*";

/** Opens a host page in which embed-frames.js is not loaded before `release` is called. */
async function openWithDelayedScript(html: string): Promise<{ page: Page; release: () => void }> {
	const page = await host.open("<!doctype html><title>Host</title>");
	let release = () => undefined as unknown;
	const released = new Promise((resolve) => {
		release = () => {
			resolve(undefined);
		};
	});
	await page.route(framesScript, async (route) => {
		await released;
		await route.continue();
	});
	await page.goto(host.site.addPage(html), { waitUntil: "commit" });
	await page.waitForFunction(() => "SvcViewEmbed" in window);
	return { page, release };
}

/** Opens a host page in which embed-frames.js cannot be loaded. */
async function openWithoutScript(html: string, policy = ""): Promise<Page> {
	const page = await host.open("<!doctype html><title>Host</title>", {
		expected: /ERR_FAILED|could not load|Content Security Policy/,
	});
	if (policy === "") {
		await page.route(framesScript, (route) => route.abort());
	}
	await page.goto(host.site.addPage(html, policy));
	return page;
}

test("a page without viewers in frames does not load it", async () => {
	const page = await host.open("<!doctype html><title>Host</title>");
	const requests: string[] = [];
	page.on("request", (request) => requests.push(new URL(request.url()).pathname));
	await page.goto(
		host.site.addPage(hostPage(embedScript(), `<button ${host.attributes("external")}>Read</button>`)),
	);
	await page.waitForLoadState("networkidle");
	expect(requests.filter((path) => path.includes("embed"))).toEqual(["/viewer/public/embed.js"]);
});

test("a page with several loads it once, by its version", async () => {
	const page = await host.open("<!doctype html><title>Host</title>");
	const requests: string[] = [];
	page.on("request", (request) => requests.push(request.url()));
	const html = `${host.embeddedViewer}<button id="opener" ${host.attributes("overlay")}>Read</button>`;
	await page.goto(host.site.addPage(hostPage(embedScript(), html)));
	await page.locator("#opener").click();
	await waitForPage(page.frameLocator("dialog iframe"));
	const loaded = requests.filter((url) => url.includes("embed-frames"));
	expect(loaded).toEqual([expect.stringMatching(/\/viewer\/public\/embed-frames\.js\?v=[0-9a-f]{16}$/)]);
});

test("commands wait for the viewer", async () => {
	const { page, release } = await openWithDelayedScript(hostPage(embedScript(), host.embeddedViewer));
	const result = page.evaluate(async () => {
		const element = document.querySelector("#viewer");
		const viewer = element ? SvcViewEmbed.find(element) : undefined;
		const outcomes: unknown[] = [];
		viewer?.on("ready", ({ count }) => outcomes.push(count));
		const commands = [
			viewer?.goToPage(5),
			viewer?.goToPage(7),
			viewer?.zoom(2),
			viewer?.goToPage(0),
		] as Promise<void>[];
		document.title = "asked";
		for (const { status } of await Promise.allSettled(commands)) {
			outcomes.push(status);
		}
		return outcomes;
	});
	await page.waitForFunction(() => document.title === "asked");
	expect(await page.locator("iframe").count()).toBe(0);
	release();
	expect(await result).toEqual([12, "fulfilled", "fulfilled", "fulfilled", "rejected"]);
	await expect.poll(() => viewerFrame(page, "#viewer").locator("#page-field").inputValue()).toBe("7");
});

test("a viewer that is closed while the script loads does not appear", async () => {
	const { page, release } = await openWithDelayedScript(
		hostPage(embedScript(), `<div id="viewer" ${host.attributes("embedded")}>Own</div>`),
	);
	const result = page.evaluate(async (sessionId) => {
		const element = document.querySelector("#viewer");
		const viewer = element ? SvcViewEmbed.find(element) : undefined;
		const outcomes: string[] = [];
		viewer?.on("closed", () => outcomes.push("closed"));
		const command = viewer?.goToPage(2).catch(String);
		viewer?.close();
		viewer?.close();
		document.title = "asked";
		outcomes.push(String(await command), String(await viewer?.print().catch(String)));
		const overlay = await SvcViewEmbed.openOverlay({ sessionId });
		overlay.close();
		return outcomes;
	}, host.session);
	await page.waitForFunction(() => document.title === "asked");
	await page.getByText("Own").waitFor();
	release();
	const closed = "Error: The viewer has closed.";
	expect(await result).toEqual(["closed", closed, closed]);
	expect(await page.locator("iframe, dialog").count()).toBe(0);
	expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe("");
});

describe("when it cannot be loaded", () => {
	test("the element shows an error, and its commands and viewers of scripts are rejected with the reason", async () => {
		const page = await openWithoutScript(hostPage(embedScript(), host.embeddedViewer));
		const link = page.locator("#viewer").getByRole("link", { name: "New window" });
		expect(await link.getAttribute("href")).toBe(
			`${sharedServer().url}/viewer/view?sessionId=${host.session}`,
		);
		await page.getByText("It cannot be shown here.").waitFor();
		const reasons = await page.evaluate(async (sessionId) => {
			const element = document.querySelector("#viewer");
			const viewer = element ? SvcViewEmbed.find(element) : undefined;
			const outcomes = [
				viewer?.goToPage(2),
				SvcViewEmbed.openOverlay({ sessionId }),
				SvcViewEmbed.openFloating({ sessionId }),
			] as Promise<unknown>[];
			return (await Promise.allSettled(outcomes)).map((end) =>
				end.status === "rejected" ? (end.reason as Error).message : end.status,
			);
		}, host.session);
		expect(reasons).toHaveLength(3);
		for (const reason of reasons) {
			expect(reason).toMatch(/could not load http.*embed-frames\.js\..*Content-Security-Policy/);
		}
	});

	test("a press of a button shows an error, and the next press tries again", async () => {
		const page = await openWithoutScript(
			hostPage(embedScript(), `<button id="opener" ${host.attributes("overlay")}>Read</button>`),
		);
		await page.locator("#opener").click();
		const link = page.getByRole("dialog").getByRole("link", { name: "New window" });
		await link.waitFor();
		await page.keyboard.press("Escape");
		await expect.poll(() => link.count()).toBe(0);
		await page.unroute(framesScript);
		await page.locator("#opener").click();
		await waitForPage(page.frameLocator("dialog iframe"));
	});

	test("the error names the page's policy if that allows only embed.js", async () => {
		const policy = `script-src ${sharedServer().url}/viewer/public/embed.js; frame-src ${sharedServer().url}`;
		const page = await openWithoutScript(hostPage(embedScript(), host.embeddedViewer), policy);
		await page.getByText("It cannot be shown here.").waitFor();
	});
});

test.each([
	["the server", () => `script-src ${sharedServer().url}`],
	["a nonce", () => "script-src 'nonce-abc'"],
	["a nonce and what that loads", () => "script-src 'nonce-abc' 'strict-dynamic'"],
])("it loads under a policy that allows scripts of %s, with trusted types", async (_, scripts) => {
	const policy = `default-src 'none'; ${scripts()}; frame-src ${sharedServer().url}; require-trusted-types-for 'script'`;
	const page = await host.open(hostPage(embedScript('nonce="abc"'), host.embeddedViewer), { policy });
	await waitForPage(viewerFrame(page, "#viewer"));
});
