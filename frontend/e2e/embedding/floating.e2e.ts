import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeViolations } from "../support/axe";
import { type OpenOptions } from "../support/browser";
import { Embedding } from "../support/embedding";
import { embedScript, hostPage } from "../support/host-site";
import { touchScreen } from "../support/touch-targets";

const host = new Embedding();

async function open(options: OpenOptions = {}): Promise<Page> {
	const opener = `<button id="opener" ${host.attributes("floating")}>Open</button>`;
	const page = await host.open(
		hostPage(embedScript(), `${opener}<input id="field" aria-label="Field">`),
		options,
	);
	await page.locator("#opener").click();
	await page.getByRole("dialog", { name: "letter.pdf" }).waitFor();
	return page;
}

async function boundingBox(
	element: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
	const rectangle = await element.boundingBox();
	if (rectangle === null) {
		throw new Error("it is not there");
	}
	return rectangle;
}

/** Drags from a point by a distance, with the mouse. */
async function drag(page: Page, x: number, y: number, deltaX: number, deltaY: number): Promise<void> {
	await page.mouse.move(x, y);
	await page.mouse.down();
	await page.mouse.move(x + deltaX / 2, y + deltaY / 2);
	await page.mouse.move(x + deltaX, y + deltaY);
	await page.mouse.up();
}

test("a floating viewer is moved by its bar and resized by its edges, within the window", async () => {
	const page = await open();
	expect(await axeViolations(page)).toEqual([]);
	const window = page.locator(".window");
	const first = await boundingBox(window);
	await drag(page, first.x + 100, first.y + 20, -200, -50);
	const second = { ...first, x: first.x - 200, y: first.y - 50 };
	await expect.poll(() => boundingBox(window)).toEqual(second);
	await drag(page, second.x - 4, second.y + 200, -60, 0);
	await expect
		.poll(() => boundingBox(window))
		.toMatchObject({
			x: second.x - 60,
			width: second.width + 60,
			height: second.height,
		});
	await drag(page, second.x + second.width + 4, second.y + second.height + 4, -90, -80);
	const third = { x: second.x - 60, y: second.y, width: second.width - 30, height: second.height - 80 };
	await expect.poll(() => boundingBox(window)).toEqual(third);
	await drag(page, third.x + 100, third.y + 20, -3000, -3000);
	const last = { ...third, x: 12, y: 12 };
	await expect.poll(() => boundingBox(window)).toEqual(last);
	await page.setViewportSize({ width: 400, height: 500 });
	await expect.poll(async () => (await boundingBox(window)).height).toBe(476);
	expect((await boundingBox(window)).width).toBe(376);
	await page.setViewportSize({ width: 1200, height: 800 });
	await expect.poll(() => boundingBox(window)).toEqual(last);
});

test("its texts are in the language of the reader, and have a lang attribute", async () => {
	const page = await open({ locale: "fr-CH" });
	const window = page.locator(".window");
	const named = (role: "button" | "link", name: string) => window.getByRole(role, { name, exact: true });
	for (const control of [
		named("button", "Réduire"),
		named("button", "Déplacer"),
		named("link", "Nouvelle fenêtre"),
		named("button", "Fermer"),
	]) {
		expect(await control.getAttribute("lang")).toBe("fr");
	}
});

test("it is moved and resized with the keyboard, and with the Move button", async () => {
	const page = await open();
	const window = page.locator(".window");
	const first = await boundingBox(window);
	await page.keyboard.press("ArrowLeft");
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("Shift+ArrowLeft");
	await expect
		.poll(() => boundingBox(window))
		.toMatchObject({
			x: first.x - 24,
			y: first.y - 24,
			width: first.width - 24,
		});
	const moveButton = page.getByRole("button", { name: "Move" });
	await moveButton.click();
	await expect.poll(() => boundingBox(window)).toMatchObject({ x: 600, y: 12, width: 588 });
	await moveButton.click();
	await expect.poll(() => boundingBox(window)).toMatchObject({ x: 12, width: 588 });
	await moveButton.click();
	await expect.poll(() => boundingBox(window)).toMatchObject({ x: 12, width: 1176, height: 776 });
	await moveButton.click();
	await expect.poll(() => boundingBox(window)).toMatchObject({ x: first.x - 24, y: first.y - 24 });
});

test("its buttons are large enough for fingers", async () => {
	const page = await open({ ...touchScreen, viewport: { width: 1024, height: 768 } });
	const buttons = await page.getByRole("dialog", { name: "letter.pdf" }).locator(".button").all();
	expect(buttons.length).toBeGreaterThan(2);
	for (const button of buttons) {
		const { width, height } = await boundingBox(button);
		expect.soft(Math.min(width, height)).toBeGreaterThanOrEqual(44);
	}
});

test("it is moved by a finger, and may be small", async () => {
	const page = await open({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
	const window = page.locator(".window");
	const first = await boundingBox(window);
	expect(first).toMatchObject({ x: 12, width: 296 });
	const client = await page.context().newCDPSession(page);
	const touch = (type: "touchStart" | "touchMove" | "touchEnd", y: number) =>
		client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: 80, y }] });
	await touch("touchStart", first.y + 20);
	await touch("touchMove", first.y - 40);
	await touch("touchMove", first.y - 80);
	await touch("touchEnd", 0);
	await expect.poll(async () => (await boundingBox(window)).y).toBe(first.y - 100);
	const minimise = page.getByRole("button", { name: "Minimize" });
	await expect
		.poll(async () => {
			// If the frame has just moved, the browser may send the first tap to the frame's old position. The tap is
			// therefore repeated.
			await minimise.tap();
			return (await boundingBox(window)).height;
		})
		.toBe(44);
});

test("several are there at once, the used one in front, and the page stays usable", async () => {
	const page = await open();
	await page.locator("#opener").click();
	const windows = page.locator(".window");
	await expect.poll(() => windows.count()).toBe(2);
	const level = (index: number) => windows.nth(index).evaluate((window) => Number(window.style.zIndex));
	await expect.poll(async () => (await level(1)) > (await level(0))).toBe(true);
	const first = await boundingBox(windows.first());
	// This point is inside the frame of the first window.
	await page.mouse.click(first.x + first.width - 10, first.y + first.height - 10);
	await expect.poll(async () => (await level(0)) > (await level(1))).toBe(true);
	await page.locator("#field").fill("still here");
	expect(await page.locator("#field").inputValue()).toBe("still here");
	for (const minimise of await page.getByRole("button", { name: "Minimize" }).all()) {
		await minimise.press("Enter");
	}
	await expect.poll(async () => (await boundingBox(windows.first())).y).toBe(800 - 56);
	await expect.poll(async () => (await boundingBox(windows.last())).y).toBe(800 - 112);
	await page.getByRole("button", { name: "Minimize" }).first().press("Enter");
	await expect.poll(() => boundingBox(windows.first())).toMatchObject(first);
	await page.getByRole("button", { name: "Close" }).last().click();
	await page.getByRole("button", { name: "Close" }).press("Enter");
	await expect.poll(() => windows.count()).toBe(0);
	await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("opener");
});

test("a script receives events, and sends commands", async () => {
	const page = await open();
	const result = await page.evaluate(async (sessionId) => {
		const viewer = await SvcViewEmbed.openFloating({ sessionId, profileOverrides: { openedPage: 2 } });
		const events: unknown[] = [];
		const record = (name: string) => (data: object) => events.push([name, data]);
		viewer.on("ready", record("ready"));
		viewer.on("closed", record("closed"));
		const reachedPage7 = new Promise<void>((resolve) => {
			viewer.on("pageChanged", ({ page, count }) => {
				events.push([page, count]);
				if (page === 7) {
					resolve();
				}
			});
		});
		await viewer.goToPage(7);
		await reachedPage7;
		await viewer.zoom("width");
		const commands = [viewer.print(), viewer.search("gamma"), viewer.goToPage("2" as unknown as number)];
		for (const end of await Promise.allSettled(commands)) {
			events.push(end.status === "rejected" ? (end.reason as Error).message : end.status);
		}
		viewer.close();
		await viewer.goToPage(1).catch((error: unknown) => events.push((error as Error).message));
		return events;
	}, host.session);
	expect(result[0]).toEqual(["ready", { page: 2, count: 12, name: "letter.pdf" }]);
	expect(result).toContainEqual([7, 12]);
	expect(result).toContainEqual(["closed", {}]);
	expect(result).toContainEqual(expect.stringContaining("does not understand"));
	expect(result.at(-1)).toBe("The viewer has closed.");
});

test.each([
	["nothing", undefined, "The sessionId is missing."],
	["no session", { profile: "a" }, "The sessionId is missing."],
	["null", null, "The sessionId is missing."],
	["null for the session", { sessionId: null, profile: null }, "The sessionId is missing."],
	["a session that is no text", { sessionId: 7 }, "The sessionId is no text."],
	["a theme that is no text", { sessionId: "a", theme: {} }, "The theme is no text."],
	[
		"overrides that are text",
		{ sessionId: "a", profileOverrides: "{}" },
		"The profileOverrides is no object.",
	],
])("a script that passes %s gets the reason why nothing opens", async (_, configuration, reason) => {
	const page = await host.open(hostPage(embedScript(), ""));
	const reasons = await page.evaluate(async (options) => {
		const opens = [SvcViewEmbed.openOverlay, SvcViewEmbed.openFloating, SvcViewEmbed.openExternal];
		return Promise.all(
			opens.map((open) => open(options as never).then(String, (error: unknown) => (error as Error).message)),
		);
	}, configuration);
	expect(reasons).toEqual([reason, reason, reason]);
});

test("a configuration with null in it opens as one without", async () => {
	const page = await host.open(hostPage(embedScript(), ""));
	const source = await page.evaluate(async (sessionId) => {
		const absent = { profile: null, theme: null, profileOverrides: null, themeOverrides: { logo: null } };
		const { element } = await SvcViewEmbed.openFloating({ sessionId, ...absent });
		return element.shadowRoot?.querySelector("iframe")?.src ?? "";
	}, host.session);
	expect(source.split("?")[1]).toBe(`sessionId=${host.session}&titled=true`);
});

test("invalid pages and zooms are rejected with the accepted values", async () => {
	const page = await host.open(hostPage(embedScript(), host.embeddedViewer));
	const result = await page.evaluate(async () => {
		const element = document.querySelector("#viewer");
		const viewer = element ? SvcViewEmbed.find(element) : undefined;
		const callWith = (method: "goToPage" | "zoom") => (value: unknown) =>
			(viewer?.[method] as (value: unknown) => Promise<void>)(value).then(
				() => `${method}(${String(value)}) was accepted`,
				(reason: unknown) => (reason as Error).message,
			);
		const pages = [0, -1, 1.5, 1e9, Number.NaN, Number.POSITIVE_INFINITY, "2", "", null, undefined, {}];
		const zooms = [0, -1, 1e9, 1e-9, 900, Number.NaN, Number.POSITIVE_INFINITY, "2", "huge", null, undefined];
		await viewer?.goToPage(99); // beyond the end: goes to the last page
		await viewer?.zoom(2);
		return {
			pages: await Promise.all(pages.map(callWith("goToPage"))),
			zooms: await Promise.all(zooms.map(callWith("zoom"))),
		};
	});
	for (const reason of result.pages) {
		expect(reason).toMatch(/whole number from 1 to/);
	}
	for (const reason of result.zooms) {
		expect(reason).toMatch(/factor above 0|factors from 0\.1 to 8/);
	}
	const viewer = page.frameLocator("#viewer iframe");
	await expect.poll(() => viewer.locator("#page-field").inputValue()).toBe("12");
	await expect.poll(() => viewer.locator("#zoom-value").textContent()).toBe("200%");
});

test("messages from other frames and windows are ignored", async () => {
	const page = await open();
	await page.locator("#field").evaluate((field, id) => {
		const otherFrame = document.createElement("iframe");
		otherFrame.srcdoc = `<script>parent.postMessage({ svcView: 1, event: "closed", data: {} }, "*"); parent.postMessage({ svcView: 1, event: "ready", data: { page: 1, count: 1, name: "Forged" } }, "*")</script>`;
		otherFrame.title = id;
		field.after(otherFrame);
		window.postMessage({ svcView: 1, event: "ready", data: { page: 1, count: 1, name: "Forged" } }, "*");
	}, host.session);
	await page.frameLocator("iframe[title]:not(.frame)").locator("script").waitFor({ state: "attached" });
	await page.evaluate(() => new Promise(requestAnimationFrame));
	expect(await page.getByRole("dialog", { name: "letter.pdf" }).count()).toBe(1);
});
