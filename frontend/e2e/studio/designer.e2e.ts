import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeViolations } from "../support/axe";
import { Browser } from "../support/browser";
import { openDesigner, previewFrame, previewStyle, propertyRow, storedSet } from "../support/designer";
import { makePDF } from "../support/documents";
import { call, makeSession, upload, waitForDocument } from "../support/api";
import { type Server, startServer } from "../support/server";
import { openStudio } from "../support/studio";

const browser = new Browser();

/** A separate server, so that no other test deletes the document that is shown in the preview. */
let server: Server;
let document = "";

beforeAll(async () => {
	server = await startServer();
	const { id } = await upload("designed.pdf", makePDF(3), server);
	await waitForDocument(id, ({ status }) => status === "ready", server);
	document = id;
});

afterAll(() => server.stop());

/** Creates a profile or a theme, and opens it in the designer. */
function openNewDesigner(kind: "profile" | "theme", values: object = {}, expected?: RegExp) {
	return openDesigner(browser, server, kind, values, expected);
}

/** Clicks on an element of the preview. */
async function clickPreview(page: Page, selector: string): Promise<void> {
	const box = await previewFrame(page).locator(selector).boundingBox();
	await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
}

describe("the theme designer", () => {
	test("shows the main color first", async () => {
		const { page } = await openNewDesigner("theme");
		const panel = page.getByRole("region", { name: "Properties" });
		await expect.poll(() => panel.getByRole("heading").first().innerText()).toBe("Main color");
		const first = panel.locator("[data-property]").first();
		expect(await first.getAttribute("data-property")).toBe("interfaceAccentColor");
	});

	test("shows a color at once, and undoes it", async () => {
		const { page } = await openNewDesigner("theme");
		const field = propertyRow(page, "topbarBackgroundColor").getByRole("textbox");
		const before = await previewStyle(page, ".bar-title", "background-color");
		await field.fill("rgb(10, 120, 90)");
		await expect.poll(() => previewStyle(page, ".bar-title", "background-color")).toBe("rgb(10, 120, 90)");
		await field.blur();
		await field.fill("#222266");
		await field.blur();
		await expect.poll(() => previewStyle(page, ".bar-title", "background-color")).toBe("rgb(34, 34, 102)");
		const undo = page.getByRole("button", { name: "Undo" });
		await undo.click();
		await expect.poll(() => previewStyle(page, ".bar-title", "background-color")).toBe("rgb(10, 120, 90)");
		await undo.click();
		await expect.poll(() => previewStyle(page, ".bar-title", "background-color")).toBe(before);
		await page.getByRole("button", { name: "Redo" }).click();
		await expect.poll(() => previewStyle(page, ".bar-title", "background-color")).toBe("rgb(10, 120, 90)");
		await propertyRow(page, "topbarBackgroundColor").getByRole("button", { name: /Reset/ }).click();
		await expect.poll(() => previewStyle(page, ".bar-title", "background-color")).toBe(before);
	});

	test("has a color picker, in which dragging is one undo step", async () => {
		const { page } = await openNewDesigner("theme", { viewerBackgroundColor: "#808080" });
		await propertyRow(page, "viewerBackgroundColor")
			.getByRole("button", { name: /Choose/ })
			.click();
		const plane = page.getByRole("slider", { name: "Saturation and brightness" });
		await plane.hover(); // waits until the panel has stopped moving
		const box = await plane.boundingBox();
		if (box === null) {
			throw new Error("there is no plane");
		}
		await page.mouse.move(box.x + 20, box.y + 20);
		await page.mouse.down();
		for (let step = 1; step <= 10; step++) {
			await page.mouse.move(box.x + 20 + step * 15, box.y + 20 + step * 6);
		}
		await page.mouse.up();
		await expect.poll(() => previewStyle(page, "body", "background-color")).not.toBe("rgb(128, 128, 128)");
		const colors = page.getByRole("group", { name: "Colors of this theme" }).getByRole("button");
		await expect.poll(() => colors.evaluateAll((all) => all.map((one) => one.ariaLabel))).toHaveLength(1);
		expect(await colors.getAttribute("aria-label")).toMatch(/^[A-Z][a-z]+ #[0-9a-f]{6}$/);
		await page.keyboard.press("Escape");
		await page.keyboard.press("Control+z");
		await expect.poll(() => previewStyle(page, "body", "background-color")).toBe("rgb(128, 128, 128)");
	});

	test("shows each state of buttons, and parts that are not always visible", async () => {
		const { page } = await openNewDesigner("theme", {
			buttonColor: "#111111",
			buttonHoverColor: "#222222",
			buttonActiveColor: "#333333",
			buttonPressedColor: "#444444",
			buttonDisabledColor: "#555555",
		});
		for (const [property, color] of [
			["buttonHoverColor", "rgb(34, 34, 34)"],
			["buttonActiveColor", "rgb(51, 51, 51)"],
			["buttonDisabledColor", "rgb(85, 85, 85)"],
			["buttonColor", "rgb(17, 17, 17)"],
		] as const) {
			await propertyRow(page, property).hover();
			await expect.poll(() => previewStyle(page, "#zoom-in", "color"), { message: property }).toBe(color);
		}
		await propertyRow(page, "buttonPressedColor").hover();
		await expect.poll(() => previewStyle(page, "#layout, #search", "color")).toBe("rgb(68, 68, 68)");
		await propertyRow(page, "searchHitBackgroundColor").hover();
		await previewFrame(page).locator(".hit").first().waitFor();
		await propertyRow(page, "pageNumberColor").hover();
		await expect.poll(() => previewStyle(page, "#pages .page-number", "opacity")).toBe("1");
		await page.getByRole("searchbox", { name: "Find a property" }).hover();
		await expect.poll(() => previewFrame(page).locator(".hit").count()).toBe(0);
	});

	test("shows the choices in its tools, whatever had the focus before", async () => {
		const { page } = await openNewDesigner("theme", { buttonColor: "#111111", buttonHoverColor: "#222222" });
		const choose = async (button: string, item: string) => {
			await page.getByRole("toolbar").getByRole("button", { name: button, exact: true }).click();
			await page.getByRole("menu").getByText(item, { exact: true }).click();
		};
		await propertyRow(page, "searchHitBackgroundColor").getByRole("textbox").focus();
		await previewFrame(page).locator(".hit").first().waitFor();
		await choose("Pages", "Menu");
		await expect.poll(() => previewFrame(page).locator("#more").getAttribute("aria-expanded")).toBe("true");

		await propertyRow(page, "buttonHoverColor").getByRole("textbox").focus();
		await expect.poll(() => previewStyle(page, "#zoom-in", "color")).toBe("rgb(34, 34, 34)");
		await propertyRow(page, "buttonHoverColor")
			.getByRole("button", { name: /Choose/ })
			.click(); // opens the color picker, which counts as part of the row of the property
		await page.getByRole("slider", { name: "Hue" }).hover();
		expect(await previewStyle(page, "#zoom-in", "color")).toBe("rgb(34, 34, 34)");
		await page.keyboard.press("Escape");
		await page.getByRole("searchbox", { name: "Find a property" }).click();
		await expect.poll(() => previewStyle(page, "#zoom-in", "color")).toBe("rgb(17, 17, 17)");
	});

	test("shows the light and the dark color scheme, whatever that of the browser is", async () => {
		const { page } = await openNewDesigner("theme");
		for (const [name, color] of [
			["Dark", "rgb(30, 33, 38)"],
			["Light", "rgb(255, 255, 255)"],
		] as const) {
			await page.getByRole("button", { name: "Appearance" }).click();
			await page.getByRole("menu").getByText(name, { exact: true }).click();
			await expect.poll(() => previewStyle(page, ".bar-title", "background-color")).toBe(color);
		}
	});

	test("marks the elements under the pointer, and opens the properties of a clicked one", async () => {
		const { page } = await openNewDesigner("theme");
		await propertyRow(page, "topbarBackgroundColor").hover();
		const marks = previewFrame(page).locator("#preview-marks > div");
		await expect.poll(() => marks.count()).toBe(4);
		await page.getByRole("searchbox", { name: "Find a property" }).hover();
		await expect.poll(() => marks.count()).toBe(0);

		const number = await previewFrame(page).locator("#page-field").inputValue();
		await clickPreview(page, "#next");
		await expect
			.poll(() =>
				page.evaluate(() =>
					window.document.activeElement?.closest("[data-property]")?.getAttribute("data-property"),
				),
			)
			.toBe("buttonColor");
		// The viewer did not receive the click.
		expect(await previewFrame(page).locator("#page-field").inputValue()).toBe(number);
		await clickPreview(page, "#title");
		await expect
			.poll(() =>
				page.evaluate(() =>
					window.document.activeElement?.closest("[data-property]")?.getAttribute("data-property"),
				),
			)
			.toBe("topbarBackgroundColor");

		await page.getByRole("button", { name: /Click to find a control/ }).click();
		await previewFrame(page).locator("html:not([data-picking])").waitFor();
		await clickPreview(page, "#next");
		await expect.poll(() => previewFrame(page).locator("#page-field").inputValue()).toBe("2");
	});

	test("hides buttons, and shows a logo that was dropped", async () => {
		const { page } = await openNewDesigner("theme");
		await propertyRow(page, "printButtonVisibility").getByRole("switch").click();
		await expect.poll(() => previewFrame(page).locator("#print").isVisible()).toBe(false);
		const png = Buffer.from(
			"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
			"base64",
		);
		const chooser = page.waitForEvent("filechooser");
		await propertyRow(page, "logo").getByText("PNG or GIF, up to 250 kB").waitFor();
		await propertyRow(page, "logo").getByRole("button", { name: "Choose…" }).click();
		await (await chooser).setFiles({ name: "logo.png", mimeType: "image/png", buffer: png });
		await expect
			.poll(() => previewFrame(page).locator(".logo img").getAttribute("src"))
			.toMatch(/^data:image\/png/);
		const next = page.waitForEvent("filechooser");
		await propertyRow(page, "logo").getByRole("button", { name: "Choose…" }).click();
		const svg = Buffer.from(
			'<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="500"><rect width="2000" height="500" fill="red"/></svg>',
		);
		await (await next).setFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: svg });
		await propertyRow(page, "logo").getByText("The image was converted to a smaller PNG").waitFor();
		await expect
			.poll(() =>
				previewFrame(page)
					.locator(".logo img")
					.evaluate((picture: HTMLImageElement) => picture.naturalWidth),
			)
			.toBe(336); // no larger than the bar needs on a high-density screen
	});

	test("reports low contrast, and fixes it", async () => {
		const { page } = await openNewDesigner("theme", {
			interfaceColor: "#999999",
			interfaceBackgroundColor: "#ffffff",
			topbarColor: "#777777",
			topbarBackgroundColor: "#888888",
		});
		await page.getByText("2 color pairs have too little contrast").waitFor();
		await propertyRow(page, "interfaceColor").getByRole("button", { name: "Fix" }).click();
		await page.getByText("1 color pair has too little contrast").waitFor();
		const [, ratio = ""] = /([\d.]+)\s:\s1/.exec(await propertyRow(page, "interfaceColor").innerText()) ?? [];
		expect(Number(ratio)).toBeGreaterThanOrEqual(4.5);
		await page.getByRole("button", { name: "Fix all" }).click();
		await expect.poll(() => page.getByText("too little contrast").count()).toBe(0);
	});

	test("keeps a draft when another page is opened, and saves it for readers", async () => {
		const { page, name } = await openNewDesigner("theme");
		const { id } = await makeSession(document, 60, server, { theme: name });
		await propertyRow(page, "viewerBackgroundColor").getByRole("textbox").fill("#224466");
		await page.getByText("Not saved: readers still see").waitFor();
		expect(await storedSet("theme", name, server)).toEqual({});
		await page
			.getByRole("button", { name: "All documents" })
			.or(page.getByRole("link", { name: "All documents" }))
			.first()
			.click();
		await page.evaluate((hash) => {
			location.hash = hash;
		}, `#/designer/theme/${name}`);
		await page.getByText("Not saved: readers still see").waitFor();
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await page.getByText("Saved", { exact: true }).waitFor();
		expect(await storedSet("theme", name, server)).toEqual({ viewerBackgroundColor: "#224466" });
		const reader = await browser.open(`${server.url}/viewer/view?sessionId=${id}`, { origin: server.url });
		expect(await reader.evaluate(() => getComputedStyle(window.document.body).backgroundColor)).toBe(
			"rgb(34, 68, 102)",
		);
	});

	test("exports and imports", async () => {
		const { page, name } = await openNewDesigner("theme", { buttonColor: "#123456" });
		const download = page.waitForEvent("download");
		await page.getByRole("button", { name: "More" }).last().click();
		await page.getByRole("menuitem", { name: "Export as JSON" }).click();
		const file = await (await download).path();
		const exported = JSON.parse(await readFile(file, "utf8")) as object;
		expect(exported).toEqual({ lectern: "theme", name, properties: { buttonColor: "#123456" } });

		const other = join(tmpdir(), `lectern-designer-${process.pid}.json`);
		await writeFile(
			other,
			JSON.stringify({ lectern: "theme", properties: { topbarColor: "#aa0000", future: 1 } }),
		);
		const choose = async (path: string) => {
			const chooser = page.waitForEvent("filechooser");
			await page.getByRole("button", { name: "More" }).last().click();
			await page.getByRole("menuitem", { name: "Import here…" }).click();
			await (await chooser).setFiles(path);
		};
		await choose(other);
		await expect.poll(() => previewStyle(page, ".bar-title", "color")).toBe("rgb(170, 0, 0)");
		await page.getByText("future").waitFor();
		await page.getByRole("button", { name: "Undo" }).click();
		await expect.poll(() => previewStyle(page, "#next", "color")).toBe("rgb(18, 52, 86)");
		await writeFile(other, JSON.stringify({ lectern: "profile", properties: { print: false } }));
		await choose(other);
		await page.getByText("belongs to the other page").waitFor();
		await writeFile(other, " ".repeat(3_000_000));
		await choose(other);
		await page.getByText("is too large to be a profile or theme").waitFor();
	});

	test("begins with a ready-made theme, renames, duplicates and deletes", async () => {
		const page = await openStudio(browser, "#/designer/theme", {}, server);
		await page.getByRole("button", { name: /^Midnight/ }).click();
		await previewFrame(page).locator("#pages .page[data-state=drawn]").first().waitFor();
		await expect.poll(() => previewStyle(page, ".bar-title", "background-color")).toBe("rgb(23, 32, 51)");
		const { id } = await makeSession(document, 60, server, { theme: "Midnight" });
		const runAction = async (name: string) => {
			await page.getByRole("button", { name: "More" }).last().click();
			await page.getByRole("menuitem", { name, exact: true }).click();
		};
		await runAction("Rename");
		await page.getByRole("textbox", { name: "Name" }).fill("Nuit à Paris");
		await page.getByText("The name will be Nuit-a-Paris").waitFor();
		await page.getByRole("button", { name: "Rename", exact: true }).click();
		await expect.poll(() => page.url()).toMatch(/theme\/Nuit-a-Paris$/);
		expect(await call<{ theme: string }>("GET", `/session/${id}`, undefined, server)).toMatchObject({
			theme: "Nuit-a-Paris",
		});

		await runAction("Usage");
		await page.getByRole("dialog").getByText("designed.pdf").waitFor();
		await page.keyboard.press("Escape");

		await runAction("Duplicate");
		await page.getByRole("button", { name: "Duplicate", exact: true }).click();
		await expect.poll(() => page.url()).toMatch(/Nuit-a-Paris-2$/);
		await runAction("Delete");
		await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
		await expect.poll(() => page.url()).toMatch(/designer\/theme$/);
		const names = (await call<{ name: string }[]>("GET", "/settings/viewer/theme", undefined, server)).map(
			({ name }) => name,
		);
		expect(names).toContain("Nuit-a-Paris");
		expect(names).not.toContain("Nuit-a-Paris-2");
	});
});

describe("the profile designer", () => {
	test("has a control for each label", async () => {
		const { page } = await openNewDesigner("profile");
		const labels = page.locator("[data-property] label");
		expect(await labels.count()).toBeGreaterThan(10);
		expect(
			await labels.evaluateAll((all: HTMLLabelElement[]) =>
				all.filter(({ control }) => control === null).map(({ innerText }) => innerText),
			),
		).toEqual([]);
		const control = page.locator("#property-initialLayout");
		await propertyRow(page, "initialLayout").locator("label").click();
		await expect
			.poll(() => control.evaluate((one) => one.matches(":focus, [aria-expanded=true]")))
			.toBe(true);
	});

	test("shows the effect of a profile in the real viewer", async () => {
		const { page, name } = await openNewDesigner("profile", {}, /status of 422/);
		expect(await previewFrame(page).locator("#print").isVisible()).toBe(true);
		await propertyRow(page, "print").getByRole("switch").click();
		await expect.poll(() => previewFrame(page).locator("#print").count()).toBe(0);
		await propertyRow(page, "watermark").getByRole("textbox").fill("For {name}");
		await expect
			.poll(async () =>
				decodeURIComponent(
					(await previewFrame(page).locator("#pages .mark").first().getAttribute("src")) ?? "",
				),
			)
			.toContain("For Ada Lovelace");
		await propertyRow(page, "homeURL").getByRole("textbox").fill("no address");
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await propertyRow(page, "homeURL").getByRole("alert").waitFor();
		await propertyRow(page, "homeURL").getByRole("textbox").fill("");
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await page.getByText("Saved", { exact: true }).waitFor();
		expect(await storedSet("profile", name, server)).toEqual({
			print: false,
			watermark: "For {name}",
			homeURL: "",
		});
	});
});

test("axe finds nothing in an editor that reports low contrast", async () => {
	const { page } = await openNewDesigner("theme", {
		topbarColor: "#777777",
		topbarBackgroundColor: "#888888",
	});
	await page.getByText("too little contrast").first().waitFor();
	expect(await axeViolations(page, "iframe")).toEqual([]); // other tests check the viewer in the frame
});
