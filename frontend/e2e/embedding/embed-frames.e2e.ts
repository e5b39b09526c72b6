import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { Embedding, shows, viewerIn } from "../support/embedding";
import { pageOf, scriptOf } from "../support/host";

// embed.js imports the script that shows viewers in frames when it needs it.

const host = new Embedding();
const frames = "**/viewer/public/embed-frames.js*";

/** Opens a host page whose frames' script is held back until the function that is returned is called. */
async function openHeld(html: string): Promise<{ page: Page; release: () => void }> {
	const page = await host.open("<!doctype html><title>Host</title>");
	let release = () => undefined as unknown;
	const released = new Promise((resolve) => {
		release = () => {
			resolve(undefined);
		};
	});
	await page.route(frames, async (route) => {
		await released;
		await route.continue();
	});
	await page.goto(host.site.page(html), { waitUntil: "commit" });
	await page.waitForFunction(() => "SvcViewEmbed" in window);
	return { page, release };
}

/** Opens a host page that cannot load the frames' script. */
async function openWithout(html: string, policy = ""): Promise<Page> {
	const page = await host.open("<!doctype html><title>Host</title>", {
		expected: /ERR_FAILED|could not load|Content Security Policy/,
	});
	if (policy === "") {
		await page.route(frames, (route) => route.abort());
	}
	await page.goto(host.site.page(html, policy));
	return page;
}

test("a page without viewers in frames does not load it", async () => {
	const page = await host.open("<!doctype html><title>Host</title>");
	const asked: string[] = [];
	page.on("request", (request) => asked.push(new URL(request.url()).pathname));
	await page.goto(host.site.page(pageOf(scriptOf(), `<button ${host.of("external")}>Read</button>`)));
	await page.waitForLoadState("networkidle");
	expect(asked.filter((path) => path.includes("embed"))).toEqual(["/viewer/public/embed.js"]);
});

test("a page with several loads it once, by its version", async () => {
	const page = await host.open("<!doctype html><title>Host</title>");
	const asked: string[] = [];
	page.on("request", (request) => asked.push(request.url()));
	const html = `${host.embedded}<button id="opener" ${host.of("overlay")}>Read</button>`;
	await page.goto(host.site.page(pageOf(scriptOf(), html)));
	await page.locator("#opener").click();
	await shows(page.frameLocator("dialog iframe"));
	const loaded = asked.filter((url) => url.includes("embed-frames"));
	expect(loaded).toEqual([expect.stringMatching(/\/viewer\/public\/embed-frames\.js\?v=[0-9a-f]{16}$/)]);
});

test("what is asked of a viewer waits for it", async () => {
	const { page, release } = await openHeld(pageOf(scriptOf(), host.embedded));
	const told = page.evaluate(async () => {
		const element = document.querySelector("#viewer");
		const viewer = element ? SvcViewEmbed.find(element) : undefined;
		const said: unknown[] = [];
		viewer?.on("ready", ({ count }) => said.push(count));
		const orders = [
			viewer?.goToPage(5),
			viewer?.goToPage(7),
			viewer?.zoom(2),
			viewer?.goToPage(0),
		] as Promise<void>[];
		document.title = "asked";
		for (const { status } of await Promise.allSettled(orders)) {
			said.push(status);
		}
		return said;
	});
	await page.waitForFunction(() => document.title === "asked");
	expect(await page.locator("iframe").count()).toBe(0);
	release();
	expect(await told).toEqual([12, "fulfilled", "fulfilled", "fulfilled", "rejected"]);
	await expect.poll(() => viewerIn(page, "#viewer").locator("#page-field").inputValue()).toBe("7");
});

test("a viewer that is closed before it came does not come", async () => {
	const { page, release } = await openHeld(
		pageOf(scriptOf(), `<div id="viewer" ${host.of("embedded")}>Own</div>`),
	);
	const told = page.evaluate(async (sessionId) => {
		const element = document.querySelector("#viewer");
		const viewer = element ? SvcViewEmbed.find(element) : undefined;
		const said: string[] = [];
		viewer?.on("closed", () => said.push("closed"));
		const order = viewer?.goToPage(2).catch(String);
		viewer?.close();
		viewer?.close();
		document.title = "asked";
		said.push(String(await order), String(await viewer?.print().catch(String)));
		const overlay = await SvcViewEmbed.openOverlay({ sessionId });
		overlay.close();
		return said;
	}, host.session);
	await page.waitForFunction(() => document.title === "asked");
	await page.getByText("Own").waitFor();
	release();
	const closed = "Error: The viewer has closed.";
	expect(await told).toEqual(["closed", closed, closed]);
	expect(await page.locator("iframe, dialog").count()).toBe(0);
	expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe("");
});

describe("where it cannot be loaded", () => {
	test("an element says so, its commands and a script's own viewers are rejected with the reason", async () => {
		const page = await openWithout(pageOf(scriptOf(), host.embedded));
		const link = page.locator("#viewer").getByRole("link", { name: "New window" });
		expect(await link.getAttribute("href")).toBe(`${inject("url")}/viewer/view?sessionId=${host.session}`);
		await page.getByText("It cannot be shown here.").waitFor();
		const reasons = await page.evaluate(async (sessionId) => {
			const element = document.querySelector("#viewer");
			const viewer = element ? SvcViewEmbed.find(element) : undefined;
			const ends = [
				viewer?.goToPage(2),
				SvcViewEmbed.openOverlay({ sessionId }),
				SvcViewEmbed.openFloating({ sessionId }),
			] as Promise<unknown>[];
			return (await Promise.allSettled(ends)).map((end) =>
				end.status === "rejected" ? (end.reason as Error).message : end.status,
			);
		}, host.session);
		expect(reasons).toHaveLength(3);
		for (const reason of reasons) {
			expect(reason).toMatch(/could not load http.*embed-frames\.js\..*Content-Security-Policy/);
		}
	});

	test("a press of a button says so, and the next one tries again", async () => {
		const page = await openWithout(
			pageOf(scriptOf(), `<button id="opener" ${host.of("overlay")}>Read</button>`),
		);
		await page.locator("#opener").click();
		const offer = page.getByRole("dialog").getByRole("link", { name: "New window" });
		await offer.waitFor();
		await page.keyboard.press("Escape");
		await expect.poll(() => offer.count()).toBe(0);
		await page.unroute(frames);
		await page.locator("#opener").click();
		await shows(page.frameLocator("dialog iframe"));
	});

	test("because a page's policy names embed.js alone, that is said", async () => {
		const policy = `script-src ${inject("url")}/viewer/public/embed.js; frame-src ${inject("url")}`;
		const page = await openWithout(pageOf(scriptOf(), host.embedded), policy);
		await page.getByText("It cannot be shown here.").waitFor();
	});
});

test.each([
	["the server", () => `script-src ${inject("url")}`],
	["a nonce", () => "script-src 'nonce-abc'"],
	["a nonce and what that loads", () => "script-src 'nonce-abc' 'strict-dynamic'"],
])("a policy that allows scripts of %s allows it, with trusted types", async (_, scripts) => {
	const policy = `default-src 'none'; ${scripts()}; frame-src ${inject("url")}; require-trusted-types-for 'script'`;
	const page = await host.open(pageOf(scriptOf('nonce="abc"'), host.embedded), { policy });
	await shows(viewerIn(page, "#viewer"));
});
