import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, inject, test } from "vitest";
import { Browser, fieldValue, findings, inkShare, scrollTop, wordsOf } from "../support/browser";
import { makeDocx, makePDF } from "../support/documents";
import { documentWhen, openSession, putSettings, readyPDF, upload } from "../support/library";

const browser = new Browser();

/** A viewer's URL with further parameters. */
function withParameters(url: string, parameters: Readonly<Record<string, string>>): string {
	const address = new URL(url);
	for (const [name, value] of Object.entries(parameters)) {
		address.searchParams.set(name, value);
	}
	return address.href;
}

/** A session on a new PDF of so many pages. */
function session(count: number): Promise<string> {
	return readyPDF("settings.pdf", makePDF(count));
}

test("a theme is to be seen from the first paint on, and what it hides takes no room", async () => {
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
	const url = withParameters(await session(1), {
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
	const page = await browser.open(withParameters(await session(2), { themeOverrides }));
	await page.hover("#zoom-in");
	await expect
		.poll(() => page.locator("#zoom-in").evaluate((button) => getComputedStyle(button).backgroundColor))
		.toBe("rgb(0, 255, 0)");
});

test.each(["light", "dark"] as const)(
	"without a theme the viewer is %s as the reader's screen",
	async (colorScheme) => {
		const page = await browser.open(await session(1), { colorScheme });
		const [desk, bar] = await page.evaluate(() =>
			["body", ".bar-title"].map(
				(part) => getComputedStyle(document.querySelector(part) ?? document.body).backgroundColor,
			),
		);
		const own = {
			light: ["rgb(236, 238, 241)", "rgb(255, 255, 255)"],
			dark: ["rgb(18, 20, 23)", "rgb(30, 33, 38)"],
		};
		expect([desk, bar]).toEqual(own[colorScheme]);
		expect(await page.locator("#tell").isVisible()).toBe(false);
	},
);

test("a logo from another site is shown, and leads home", async () => {
	const gif = Buffer.from("R0lGODdhAQABAIABAP8AAP///ywAAAAAAQABAAACAkQBADs=", "base64");
	const site = createServer((_, answer) => answer.setHeader("Content-Type", "image/gif").end(gif));
	await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
	const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
	const logo = `${origin}/logo.gif`;
	const page = await browser.open("about:blank", { origin: [inject("url"), origin] });
	await page.goto(
		withParameters(await session(1), {
			themeOverrides: JSON.stringify({ logo }),
			profileOverrides: '{"homeURL":"https://example.com/home"}',
		}),
	);
	const image = page.locator(".logo img");
	await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(1);
	expect(await page.getByRole("link", { name: "Home page" }).getAttribute("href")).toBe(
		"https://example.com/home",
	);
	site.close();
});

test("what the address asks for in vain is told in a line that can be sent away", async () => {
	const url = withParameters(await session(3), {
		profile: "nobody",
		profileOverrides: '{"openedPag":2}',
		themeOverrides: "{",
	});
	const page = await browser.open(url);
	const notices = page.locator("#tell li");
	expect(await notices.allInnerTexts()).toEqual([
		'There is no profile "nobody": the default is in force.',
		'Overrides of the profile: There is no property "openedPag" of a profile; did you mean "openedPage"?',
		"The overrides of the theme are no JSON object: none is in force.",
	]);
	expect(await wordsOf(page, 1)).toContain("Page number 1");
	const bottom = await page.locator("#tell").evaluate((line) => line.getBoundingClientRect().bottom);
	const top = await page.locator("#stage").evaluate((stage) => stage.getBoundingClientRect().top);
	expect(top, "it hides nothing of the pages").toBe(bottom);
	await page.getByRole("button", { name: "Dismiss" }).click();
	expect(await page.locator("#tell").isVisible()).toBe(false);
	expect(await page.evaluate(() => document.activeElement?.id)).toBe("stage");
});

test("the profile's page is opened where the server drew it, and the last one where there are fewer", async () => {
	const url = await session(30);
	for (const [asked, opened] of [
		["7", 7],
		["700", 30],
	] as const) {
		const page = await browser.open(withParameters(url, { profileOverrides: `{"openedPage":"${asked}"}` }), {
			before: () => {
				new MutationObserver((_, observer) => {
					const sheet = document.querySelector<HTMLElement>("#pages .page");
					if (sheet !== null) {
						sheet.id = "first";
						observer.disconnect();
					}
				}).observe(document, { childList: true, subtree: true });
			},
		});
		expect(await wordsOf(page, opened)).toContain(`Page number ${opened}`);
		await expect.poll(() => fieldValue(page)).toBe(String(opened));
		expect(await page.locator("#first").getAttribute("data-page"), "it was not drawn anew").toBe(
			String(opened),
		);
		expect(
			await page.locator("#first").evaluate((sheet) => sheet.getBoundingClientRect().bottom),
		).toBeGreaterThan(100);
		await page.keyboard.press("PageUp");
		await expect.poll(() => fieldValue(page)).not.toBe(String(opened));
	}
	const page = await browser.open(`${withParameters(url, { profileOverrides: '{"openedPage":7}' })}#page=9`);
	await expect.poll(() => fieldValue(page)).toBe("9");
});

test(
	"the profile's page is opened when it is there, unless the reader has begun to read",
	{ timeout: 240_000 },
	async () => {
		const { id } = await upload("late.docx", makeDocx(601, 7));
		await documentWhen(id, ({ viewable }) => viewable);
		const url = withParameters(await openSession(id), { profileOverrides: '{"openedPage":50}' });
		const pages = [];
		let news: () => void = () => undefined;
		const released = new Promise<void>((resolve) => (news = resolve));
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
		await documentWhen(id, ({ status }) => status === "ready");
		const [waits, reads] = pages;
		await reads?.mouse.move(600, 400);
		await reads?.mouse.wheel(0, 40);
		news();
		await expect.poll(() => waits?.locator("#page-field").inputValue()).toBe("50");
		await expect.poll(() => reads?.locator("#page-count").innerText()).not.toBe("1");
		expect(await reads?.locator("#page-field").inputValue()).toBe("1");
	},
);

// promise 35
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
		withParameters(await session(1), {
			profile: attack,
			theme: attack,
			profileOverrides: values,
			themeOverrides: values,
		}),
	);
	expect(await wordsOf(page, 1)).toContain("Page number 1");
	expect(await page.title()).toBe("settings.pdf");
	expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
		"rgb(236, 238, 241)",
	);
	expect(await page.evaluate(() => document.scripts.length)).toBe(5);
	expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain("script");
	expect(await page.locator(".logo[href]").count()).toBe(0);
});

test("where text is not to be selected it can be read aloud, and not copied", async () => {
	const profileOverrides = '{"textSelection":"false"}';
	const page = await browser.open(withParameters(await session(1), { profileOverrides }), {
		permissions: ["clipboard-read", "clipboard-write"],
	});
	expect(await wordsOf(page, 1)).toContain("Page number 1");
	await page.evaluate(() => navigator.clipboard.writeText("before"));
	const word = page.locator(".text span").first();
	await word.dblclick();
	expect(await page.evaluate(() => document.getSelection()?.toString() ?? "")).toBe("");
	await page.keyboard.press("Control+a");
	await page.keyboard.press("Control+c");
	expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain("Page");
});

test.each(["light", "dark"] as const)(
	"in %s, axe has nothing to say of notices and pictures",
	async (colorScheme) => {
		const page = await browser.open(
			withParameters(await session(2), {
				profile: "nobody",
				profileOverrides: '{"output":"img","homeURL":"https://example.com/","openedPage":2}',
			}),
			{ colorScheme },
		);
		await page.locator('#pages .page[data-page="1"] > .face > img').waitFor();
		for (const width of [1200, 360]) {
			await page.setViewportSize({ width, height: 640 });
			expect(await findings(page)).toEqual([]);
		}
	},
);

test("a locked profile of pictures gives pictures, whatever the address asks for", async () => {
	await putSettings("profile", "pictures", { output: "img" });
	await putSettings("profile", "loose", { output: "html", download: "original", textSelection: true });
	const { id } = await upload("locked.pdf", makePDF(4));
	await documentWhen(id, ({ status }) => status === "ready");
	const url = await openSession(id, 60, undefined, { profile: "pictures", lockedProfile: "true" });
	const page = await browser.open("about:blank", { expected: /status of 403/ });
	const asked: string[] = [];
	page.on("request", (request) => asked.push(new URL(request.url()).pathname));
	await page.goto(
		withParameters(url, {
			profile: "loose",
			profileOverrides: '{"output":"html","textSelection":"true","download":"original"}',
		}),
	);
	expect(await page.locator("#tell li").allInnerTexts()).toEqual([
		"This link does not let its address change output, download, textSelection.",
	]);
	await page.locator("#pages.laid-out").waitFor();
	await page.keyboard.press("End");
	await page.locator('#pages .page[data-page="4"][data-state="drawn"] > .face > img').waitFor();
	expect(await inkShare(page, '#pages .page[data-page="4"]')).toBeGreaterThan(0.0005);
	expect(await page.locator("#pages .page svg, .text").count()).toBe(0);
	expect(await page.content()).not.toContain("alpha4");
	expect(asked.filter((path) => /\.(svg|json|txt)$/.test(path))).toEqual([]);
	const base = `/viewer/session/${new URL(url).searchParams.get("sessionId") ?? ""}`;
	const refused = ["page/1.svg", "page/1.json", "page/1.txt", "text", "pdf", "original", "outline"];
	for (const path of refused) {
		const answer = await fetch(`${inject("url")}${base}/${path}`);
		expect(answer.status, path).toBe(403);
		expect(((await answer.json()) as { detail: string }).detail).toMatch(/^This link /);
	}
	await expect.poll(() => scrollTop(page)).toBeGreaterThan(0);
});

test("a picture that the page has in vain is tried again", async () => {
	const page = await browser.open("about:blank", { expected: /status of 503/ });
	await page.route("**/page/1.png?*", (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
	await page.goto(withParameters(await session(1), { profileOverrides: '{"output":"img"}' }));
	const picture = page.locator('#pages .page[data-page="1"][data-state="drawn"] > .face > img');
	const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
	await expect.poll(width).toBeGreaterThan(0);
});
