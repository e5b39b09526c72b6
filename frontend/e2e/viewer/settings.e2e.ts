import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { axeViolations } from "../support/axe";
import { Browser, darkPixelShare, pageFieldValue, pageText, scrollTop } from "../support/browser";
import { makeDocx, makePDF } from "../support/documents";
import { openSession, putSettings, upload, uploadAndOpenPDF, waitForDocument } from "../support/api";
import { sharedServer } from "../support/shared-server";

const browser = new Browser();

/** Adds parameters to the URL of a viewer. */
function addParameters(url: string, parameters: Readonly<Record<string, string>>): string {
	const address = new URL(url);
	for (const [name, value] of Object.entries(parameters)) {
		address.searchParams.set(name, value);
	}
	return address.href;
}

/** Creates a session on a new PDF of `count` pages, and returns the URL of its viewer. */
function openPDFSession(count: number): Promise<string> {
	return uploadAndOpenPDF("settings.pdf", makePDF(count));
}

test("a theme is visible from the first paint on, and hidden elements take up no space", async () => {
	await putSettings("theme", "night", {
		viewerBackgroundColor: "navy",
		topbarBackgroundColor: "rgb(10, 20, 30)",
		topbarColor: "white",
		buttonColor: "rgba(255, 0, 0, 0.5)",
		buttonHoverBackgroundColor: "#0f0",
		interfaceFontFamily: "'Courier New', monospace",
		fitPageButtonVisibility: "hidden",
		pageBorderColor: "lime",
	});
	const url = addParameters(await openPDFSession(1), {
		theme: "night",
		themeOverrides: '{"topbarColor":"yellow"}',
	});
	const page = await browser.open(url, { javaScriptEnabled: false });
	const style = (selector: string, property: string) =>
		page.evaluate(`getComputedStyle(document.querySelector("${selector}")).getPropertyValue("${property}")`);
	expect(await style("body", "background-color")).toBe("rgb(0, 0, 128)");
	expect(await style(".bar-title", "background-color")).toBe("rgb(10, 20, 30)");
	expect(await style("#title", "color")).toBe("rgb(255, 255, 0)");
	expect(await style("#zoom-in", "color")).toBe("rgba(255, 0, 0, 0.5)");
	expect(await style("body", "font-family")).toBe('"Courier New", monospace');
	expect(await style("#fit-page", "display")).toBe("none");
	expect(await style("#pages .page", "box-shadow")).toContain("rgb(0, 255, 0) 0px 0px 0px 1px");
});

test("a theme's buttons change under the pointer", async () => {
	const themeOverrides = JSON.stringify({ buttonHoverBackgroundColor: "#0f0" });
	const page = await browser.open(addParameters(await openPDFSession(2), { themeOverrides }));
	await page.hover("#zoom-in");
	await expect
		.poll(() => page.locator("#zoom-in").evaluate((button) => getComputedStyle(button).backgroundColor))
		.toBe("rgb(0, 255, 0)");
});

test.each(["light", "dark"] as const)(
	"without a theme the viewer is %s as the reader's screen",
	async (colorScheme) => {
		const page = await browser.open(await openPDFSession(1), { colorScheme });
		const [stageColor, barColor] = await page.evaluate(() =>
			["body", ".bar-title"].map(
				(part) => getComputedStyle(document.querySelector(part) ?? document.body).backgroundColor,
			),
		);
		const expectedColors = {
			light: ["rgb(236, 238, 241)", "rgb(255, 255, 255)"],
			dark: ["rgb(18, 20, 23)", "rgb(30, 33, 38)"],
		};
		expect([stageColor, barColor]).toEqual(expectedColors[colorScheme]);
		expect(await page.locator("#notification").isVisible()).toBe(false);
	},
);

test("a logo from another site is shown, and leads home", async () => {
	const gif = Buffer.from("R0lGODdhAQABAIABAP8AAP///ywAAAAAAQABAAACAkQBADs=", "base64");
	const imageServer = createServer((_, response) => response.setHeader("Content-Type", "image/gif").end(gif));
	await new Promise<void>((resolve) => imageServer.listen(0, "127.0.0.1", resolve));
	const origin = `http://127.0.0.1:${(imageServer.address() as AddressInfo).port}`;
	const logo = `${origin}/logo.gif`;
	const page = await browser.open("about:blank", { origin: [sharedServer().url, origin] });
	await page.goto(
		addParameters(await openPDFSession(1), {
			themeOverrides: JSON.stringify({ logo }),
			profileOverrides: '{"homeURL":"https://example.com/home"}',
		}),
	);
	const image = page.locator(".logo img");
	await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(1);
	expect(await page.getByRole("link", { name: "Home page" }).getAttribute("href")).toBe(
		"https://example.com/home",
	);
	imageServer.close();
});

test("parameters of the address without effect are reported in a line that can be closed", async () => {
	const url = addParameters(await openPDFSession(3), {
		profile: "nobody",
		profileOverrides: '{"openedPag":2}',
		themeOverrides: "{",
	});
	const page = await browser.open(url);
	const notices = page.locator("#notification li");
	expect(await notices.allInnerTexts()).toEqual([
		"This document is shown with standard settings because the profile “nobody” in its link does not exist.",
		'Overrides of the profile: There is no property "openedPag" of a profile; did you mean "openedPage"?',
		"The overrides of the theme are not a JSON object and were ignored.",
	]);
	expect(await pageText(page, 1)).toContain("Page number 1");
	const bottom = await page.locator("#notification").evaluate((line) => line.getBoundingClientRect().bottom);
	const top = await page.locator("#stage").evaluate((stage) => stage.getBoundingClientRect().top);
	expect(top, "it hides nothing of the pages").toBe(bottom);
	await page.getByRole("button", { name: "Dismiss" }).click();
	await page.locator("#notification").waitFor({ state: "hidden" });
	await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("stage");
});

test("the page of the profile is opened where the server drew it, or the last page if there are fewer", async () => {
	const url = await openPDFSession(30);
	for (const [requestedPage, opened] of [
		["7", 7],
		["700", 30],
	] as const) {
		const page = await browser.open(
			addParameters(url, { profileOverrides: `{"openedPage":"${requestedPage}"}` }),
			{
				initScript: () => {
					new MutationObserver((_, observer) => {
						const sheet = document.querySelector<HTMLElement>("#pages .page");
						if (sheet !== null) {
							sheet.id = "first";
							observer.disconnect();
						}
					}).observe(document, { childList: true, subtree: true });
				},
			},
		);
		expect(await pageText(page, opened)).toContain(`Page number ${opened}`);
		await expect.poll(() => pageFieldValue(page)).toBe(String(opened));
		expect(await page.locator("#first").getAttribute("data-page"), "it was not drawn anew").toBe(
			String(opened),
		);
		expect(
			await page.locator("#first").evaluate((sheet) => sheet.getBoundingClientRect().bottom),
		).toBeGreaterThan(100);
		await page.keyboard.press("PageUp");
		await expect.poll(() => pageFieldValue(page)).not.toBe(String(opened));
	}
	const page = await browser.open(`${addParameters(url, { profileOverrides: '{"openedPage":7}' })}#page=9`);
	await expect.poll(() => pageFieldValue(page)).toBe("9");
});

test(
	"the page of the profile is opened when it becomes available, unless the reader has scrolled",
	{ timeout: 240_000 },
	async () => {
		const { id } = await upload("late.docx", makeDocx(601, 7));
		await waitForDocument(id, ({ viewable }) => viewable);
		const url = addParameters(await openSession(id), { profileOverrides: '{"openedPage":50}' });
		const pages = [];
		let release: () => void = () => undefined;
		const released = new Promise<void>((resolve) => (release = resolve));
		for (const name of ["waits", "reads"]) {
			const page = await browser.open("about:blank");
			await page.route("**/state?*", async (route) => {
				await released;
				await route.continue();
			});
			await page.goto(url);
			expect(await page.locator("#status").isVisible(), `${name} while it is being converted`).toBe(true);
			pages.push(page);
		}
		await waitForDocument(id, ({ status }) => status === "ready");
		const [waitingPage, readingPage] = pages;
		await readingPage?.mouse.move(600, 400);
		await readingPage?.mouse.wheel(0, 40);
		release();
		await expect.poll(() => waitingPage?.locator("#page-field").inputValue()).toBe("50");
		await expect.poll(() => readingPage?.locator("#page-count").innerText()).not.toBe("1");
		expect(await readingPage?.locator("#page-field").inputValue()).toBe("1");
	},
);

// SECURITY.md, promise 35 (no injected scripts)
test("an override is never script, nor more than its one value", async () => {
	const attack = "</style><script>document.title='owned'</script><style>body{background:red}";
	const values = JSON.stringify({
		buttonColor: attack,
		viewerBackgroundColor: "red;}body{background:red",
		interfaceFontFamily: `"${attack}"`,
		logo: `data:image/gif;base64,${attack}`,
		homeURL: "javascript:document.title='owned'",
		[attack]: attack,
	});
	const page = await browser.open(
		addParameters(await openPDFSession(1), {
			profile: attack,
			theme: attack,
			profileOverrides: values,
			themeOverrides: values,
		}),
	);
	expect(await pageText(page, 1)).toContain("Page number 1");
	expect(await page.title()).toBe("settings.pdf");
	expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
		"rgb(236, 238, 241)",
	);
	expect(await page.evaluate(() => document.scripts.length)).toBe(5);
	expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain("script");
	expect(await page.locator(".logo[href]").count()).toBe(0);
});

test("text that is not selectable is available to screen readers, and cannot be copied", async () => {
	const profileOverrides = '{"textSelection":"false"}';
	const page = await browser.open(addParameters(await openPDFSession(1), { profileOverrides }), {
		permissions: ["clipboard-read", "clipboard-write"],
	});
	expect(await pageText(page, 1)).toContain("Page number 1");
	await page.evaluate(() => navigator.clipboard.writeText("before"));
	const word = page.locator(".text span").first();
	await word.dblclick();
	expect(await page.evaluate(() => document.getSelection()?.toString() ?? "")).toBe("");
	await page.keyboard.press("Control+a");
	await page.keyboard.press("Control+c");
	expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain("Page");
});

test("axe has nothing to say of notices and pictures", async () => {
	const page = await browser.open(
		addParameters(await openPDFSession(2), {
			profile: "nobody",
			profileOverrides: '{"output":"img","homeURL":"https://example.com/","openedPage":2}',
		}),
	);
	await page.locator('#pages .page[data-page="1"] > .face > img').waitFor();
	for (const width of [1200, 360]) {
		await page.setViewportSize({ width, height: 640 });
		expect(await axeViolations(page)).toEqual([]);
	}
});

test("the address does not bring back the download that the session's profile forbids", async () => {
	await putSettings("profile", "view-only", { download: "none", print: false, initialLayout: "twoPages" });
	const { id } = await upload("two-pages-only.pdf", makePDF(2));
	await waitForDocument(id, ({ status }) => status === "ready");
	const url = await openSession(id, 60, undefined, { profile: "view-only" });
	for (const parameters of [
		{},
		{ profile: "default" },
		{ profileOverrides: '{"download":"original","print":true,"homeURL":"https://example.com/"}' },
	]) {
		const page = await browser.open(addParameters(url, parameters));
		await page.locator("#pages.laid-out").waitFor();
		expect(await page.locator(".tool-search").count(), "the bar is complete").toBe(1);
		expect(await page.locator(".tool-download, .tool-print").count()).toBe(0);
		expect(await page.locator("#notification li").count()).toBe(0);
		expect(await page.locator('.logo[href="https://example.com/"]').count()).toBe(
			"profileOverrides" in parameters ? 1 : 0,
		);
		await page.close();
	}
	const base = `/viewer/session/${new URL(url).searchParams.get("sessionId") ?? ""}`;
	for (const path of ["pdf", "original"]) {
		expect((await fetch(`${sharedServer().url}${base}/${path}`)).status, path).toBe(403);
	}
});

test("a locked profile of pictures shows pictures, whatever the address requests", async () => {
	await putSettings("profile", "pictures", { output: "img" });
	await putSettings("profile", "loose", { output: "html", download: "original", textSelection: true });
	const { id } = await upload("locked.pdf", makePDF(4));
	await waitForDocument(id, ({ status }) => status === "ready");
	const url = await openSession(id, 60, undefined, { profile: "pictures", lockedProfile: "true" });
	const page = await browser.open("about:blank", { expected: /status of 403/ });
	const requestedPaths: string[] = [];
	page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
	await page.goto(
		addParameters(url, {
			profile: "loose",
			profileOverrides: '{"output":"html","textSelection":"true","download":"original"}',
		}),
	);
	expect(await page.locator("#notification li").allInnerTexts()).toEqual([
		"The address of this link cannot change output, download, textSelection.",
	]);
	await page.locator("#pages.laid-out").waitFor();
	await page.keyboard.press("End");
	await page.locator('#pages .page[data-page="4"][data-state="drawn"] > .face > img').waitFor();
	expect(await darkPixelShare(page, '#pages .page[data-page="4"]')).toBeGreaterThan(0.0005);
	expect(await page.locator("#pages .page svg, .text").count()).toBe(0);
	expect(await page.content()).not.toContain("alpha4");
	expect(requestedPaths.filter((path) => /\.(svg|json|txt)$/.test(path))).toEqual([]);
	const base = `/viewer/session/${new URL(url).searchParams.get("sessionId") ?? ""}`;
	const refused = ["page/1.svg", "page/1.json", "page/1.txt", "text", "pdf", "original", "outline"];
	for (const path of refused) {
		const response = await fetch(`${sharedServer().url}${base}/${path}`);
		expect(response.status, path).toBe(403);
		expect(((await response.json()) as { detail: string }).detail).toMatch(/^This link /);
	}
	await expect.poll(() => scrollTop(page)).toBeGreaterThan(0);
});

test("a picture that fails to load is requested again", async () => {
	const page = await browser.open("about:blank", { expected: /status of 503/ });
	await page.route("**/page/1.png?*", (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
	await page.goto(addParameters(await openPDFSession(1), { profileOverrides: '{"output":"img"}' }));
	const picture = page.locator('#pages .page[data-page="1"][data-state="drawn"] > .face > img');
	const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
	await expect.poll(width).toBeGreaterThan(0);
});
