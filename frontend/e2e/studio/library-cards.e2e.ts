import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, type Document, upload, uploadReady, waitForDocument } from "../support/api";
import { Browser } from "../support/browser";
import { makePDF } from "../support/documents";
import { type Server, startServer } from "../support/server";
import { documentCard, openStudio } from "../support/studio";

const browser = new Browser();

/** A separate server: documents of other tests would move the cards. */
let server: Server;

beforeAll(async () => {
	server = await startServer();
});

afterAll(async () => {
	await server.stop();
});

/** Makes the page save files with a download, without the browser's save dialog, which a test cannot handle. */
const withoutDialog = () => {
	Reflect.deleteProperty(window, "showSaveFilePicker");
};

const toolbar = (page: Page, count: number) => page.getByRole("toolbar", { name: `${count} selected` });

/** Adds tags to a document. */
async function tag(page: Page, name: string, tags: readonly string[]): Promise<void> {
	await documentCard(page, name).click({ button: "right" });
	await page.getByRole("menuitem", { name: "Tags…" }).click();
	for (const text of tags) {
		await page.getByLabel("New tag").fill(text);
		await page.keyboard.press("Enter");
		await page.getByRole("button", { name: `Remove tag ${text}` }).waitFor();
	}
	await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
}

test.each(["grid", "list"])("names as a %s have no extension that the badge shows", async (view) => {
	await uploadReady(`plain-${view}.pdf`, 1, server);
	await uploadReady(`odd-${view}.final`, 1, server);
	const page = await openStudio(browser, "#/library", {}, server);
	await page.getByRole("button", { name: `${view} view` }).click();
	const name = documentCard(page, `plain-${view}.pdf`).locator(".name");
	expect(await name.getAttribute("title")).toBe(`plain-${view}.pdf`);
	// The extension is visible only to screen readers.
	expect(
		await name.locator(".extension").evaluate(({ clientWidth, textContent }) => [clientWidth, textContent]),
	).toEqual([0, ".pdf"]);
	const odd = documentCard(page, `odd-${view}.final`).locator(".name");
	expect(await odd.locator(".extension").count()).toBe(0);
});

test.each(["grid", "list"])("long names as a %s keep their beginning and their end", async (view) => {
	const names = [
		`Zz ${"quarterly report of the region ".repeat(6)}v7 ${view}.pdf`,
		`${"Zzy".repeat(60)}-end-${view}.pdf`,
	];
	for (const name of names) {
		await uploadReady(name, 1, server);
	}
	const page = await openStudio(browser, "#/library", { viewport: { width: 900, height: 760 } }, server);
	await page.getByRole("button", { name: `${view} view` }).click();
	for (const full of names) {
		const name = documentCard(page, full).locator(".name");
		const visible = name.locator("[aria-hidden]");
		await expect.poll(() => visible.innerText()).toMatch(new RegExp(`^Zz.*…\\s?.*${view}$`, "s"));
		expect(await name.locator(".visually-hidden").textContent()).toBe(full);
		const fits = (element: Element) =>
			element.scrollHeight <= element.clientHeight + 1 && element.scrollWidth <= element.clientWidth + 1;
		await expect.poll(() => name.evaluate(fits)).toBe(true);
	}
});

test("cards and rows show two tags, and count the others", async () => {
	await uploadReady("many-tags.pdf", 1, server);
	const page = await openStudio(browser, "#/library", {}, server);
	await tag(page, "many-tags.pdf", ["alpha", "beta", "delta", "gamma"]);
	for (const view of ["grid", "list"]) {
		await page.getByRole("button", { name: `${view} view` }).click();
		const chips = documentCard(page, "many-tags.pdf").locator(".chip");
		await expect.poll(() => chips.count()).toBe(3);
		await expect.poll(() => chips.last().locator("[aria-hidden]").innerText()).toBe("+2");
		expect(await chips.last().getAttribute("title")).toBe("delta, gamma");
	}
});

test("tags are shown as a whole, and a tag is cut only if it is alone in its line", async () => {
	const word = "Donaudampfschifffahrtsgesellschaftskapitaensmuetze";
	await uploadReady("whole-tags.pdf", 1, server);
	await uploadReady("long-tag.pdf", 1, server);
	const page = await openStudio(browser, "#/library", { viewport: { width: 1440, height: 900 } }, server);
	await tag(page, "whole-tags.pdf", [word, "draft", "legal department", "northern regions"]);
	await tag(page, "long-tag.pdf", [word]);
	const isCut = (element: Element) => element.scrollWidth > element.clientWidth;
	for (const [width, view] of [
		[1440, "grid"],
		[1440, "list"],
		[390, "grid"],
	] as const) {
		await page.setViewportSize({ width, height: 900 });
		await page.getByRole("button", { name: `${view} view` }).click();
		const chips = documentCard(page, "whole-tags.pdf").locator(".chip.tag");
		await expect.poll(() => chips.first().innerText()).toBe("draft");
		for (const chip of await chips.all()) {
			expect(await chip.evaluate(isCut), `${await chip.innerText()} at ${width} px`).toBe(false);
		}
		const others = documentCard(page, "whole-tags.pdf").locator(".chip:not(.tag) [aria-hidden]");
		expect(await others.innerText()).toBe(`+${4 - (await chips.count())}`);
		const long = documentCard(page, "long-tag.pdf").locator(".chip.tag");
		expect(await long.evaluate(isCut)).toBe(true);
		expect((await long.boundingBox())?.width).toBeGreaterThan(90);
	}
});

test("the list has no column without values", async ({ onTestFinished }) => {
	// A separate server: documents of other tests may have values for all columns.
	const server = await startServer();
	onTestFinished(server.stop);
	const { id } = await upload("columns.pdf", makePDF(1), server);
	await waitForDocument(id, ({ status }) => status === "ready", server);
	const page = await openStudio(browser, "#/library", {}, server);
	await page.getByRole("button", { name: "List view" }).click();
	await documentCard(page, "columns.pdf").waitFor();
	const head = page.locator(".head.list-columns");
	await expect.poll(() => head.innerText()).toMatch(/Name[\s\S]*Type[\s\S]*Pages[\s\S]*Size[\s\S]*Added/);
	expect(await head.innerText()).not.toMatch(/Status|Tags/);
	// Headings are above their columns.
	const name = await documentCard(page, "columns.pdf").locator(".name").boundingBox();
	const heading = await head.getByRole("button", { name: "Name" }).boundingBox();
	expect(Math.abs((name?.x ?? 0) - (heading?.x ?? 99))).toBeLessThan(10);
	await tag(page, "columns.pdf", ["fits"]);
	await expect.poll(() => head.innerText()).toContain("Tags");
});

test("a selected card has a ring, and the top of its page is shown", async () => {
	await uploadReady("ring-around.pdf", 1, server);
	const page = await openStudio(browser, "#/library", {}, server);
	const card = documentCard(page, "ring-around.pdf");
	await card.locator("img").waitFor();
	const outline = () => card.evaluate((cell) => getComputedStyle(cell).outlineStyle);
	expect(await outline()).toBe("none");
	await card.click();
	await expect.poll(outline).toBe("solid");
	await expect
		.poll(async () => {
			const [picture, image] = [
				await card.locator(".picture").boundingBox(),
				await card.locator("img").boundingBox(),
			];
			return picture !== null && image !== null && image.y >= picture.y && image.height > picture.height;
		})
		.toBe(true);
});

test("the selection bar downloads one document as it is, and several as a ZIP file", async () => {
	for (const name of ["bag-one.pdf", "bag-two.pdf"]) {
		await uploadReady(name, 1, server);
	}
	const page = await openStudio(browser, "#/library", { initScript: withoutDialog }, server);
	await documentCard(page, "bag-one.pdf").click();
	const [one] = await Promise.all([
		page.waitForEvent("download"),
		toolbar(page, 1).getByRole("button", { name: "Download" }).click(),
	]);
	expect(one.suggestedFilename()).toBe("bag-one.pdf");
	await documentCard(page, "bag-two.pdf").click({ modifiers: ["Control"] });
	const [both] = await Promise.all([
		page.waitForEvent("download"),
		toolbar(page, 2).getByRole("button", { name: "Download" }).click(),
	]);
	expect(both.suggestedFilename()).toBe("Documents.zip");
	const bytes = await readFile(await both.path());
	expect(bytes.subarray(0, 2).toString()).toBe("PK");
	expect(bytes.includes("bag-one.pdf")).toBe(true);
	expect(bytes.includes("bag-two.pdf")).toBe(true);
});

test("the selection bar adds documents to a new collection, and to favorites", async () => {
	const ids: string[] = [];
	for (const name of ["shelf-one.pdf", "shelf-two.pdf"]) {
		ids.push((await uploadReady(name, 1, server)).id);
	}
	const page = await openStudio(browser, "#/library", {}, server);
	await documentCard(page, "shelf-one.pdf").click();
	await documentCard(page, "shelf-two.pdf").click({ modifiers: ["Control"] });
	await toolbar(page, 2).getByRole("button", { name: "Add to collection" }).click();
	await page.getByRole("menuitem", { name: "New collection…" }).click();
	await page.getByLabel("Name").fill("Shelf of two");
	await page.getByRole("button", { name: "Create" }).click();
	await page.getByText("2 documents added to “Shelf of two”.").waitFor();
	await expect
		.poll(() => page.getByRole("link", { name: /^Shelf of two/ }).innerText())
		.toMatch(/Shelf of two\s*2/);
	const favorites = async () =>
		(await call<Document[]>("GET", "/document?favorite=true", undefined, server)).filter(({ id }) =>
			ids.includes(id),
		).length;
	await toolbar(page, 2).getByRole("button", { name: "Add to favorites" }).click();
	await expect.poll(favorites).toBe(2);
	await toolbar(page, 2).getByRole("button", { name: "Remove from favorites" }).click();
	await expect.poll(favorites).toBe(0);
});

test("the selection bar shares one document, and says so if several are selected", async () => {
	for (const name of ["give-one.pdf", "give-two.pdf"]) {
		await uploadReady(name, 1, server);
	}
	const page = await openStudio(browser, "#/library", {}, server);
	await documentCard(page, "give-one.pdf").click();
	await toolbar(page, 1).getByRole("button", { name: "Share…" }).click();
	await page.getByRole("dialog", { name: /give-one/ }).waitFor();
	await page.keyboard.press("Escape");
	await page.getByRole("dialog").waitFor({ state: "detached" });
	await documentCard(page, "give-two.pdf").click({ modifiers: ["Control"] });
	const share = toolbar(page, 2).getByRole("button", { name: "Share…" });
	expect(await share.getAttribute("aria-disabled")).toBe("true");
	expect(await share.getAttribute("title")).toBe("Select a single document to share it.");
	await share.click({ force: true });
	await page.getByText("Select a single document to share it.").waitFor();
	expect(await page.getByRole("dialog").count()).toBe(0);
});

test("the selection bar opens a document if only one is selected", async () => {
	const { id } = await uploadReady("open-one.pdf", 1, server);
	await uploadReady("open-two.pdf", 1, server);
	const page = await openStudio(browser, "#/library", {}, server);
	await documentCard(page, "open-two.pdf").click();
	const open = toolbar(page, 1).getByRole("button").first();
	expect(await open.innerText()).toBe("Open");
	await documentCard(page, "open-one.pdf").click({ modifiers: ["Control"] });
	await toolbar(page, 2).waitFor();
	expect(await toolbar(page, 2).getByRole("button", { name: "Open" }).count()).toBe(0);
	await documentCard(page, "open-two.pdf").click({ modifiers: ["Control"] });
	await open.click();
	await expect.poll(() => new URL(page.url()).hash).toBe(`#/document/${id}`);
});

test("the selection bar fits into a narrow window", async () => {
	await uploadReady("narrow-bar.pdf", 1, server);
	const page = await openStudio(browser, "#/library", { viewport: { width: 390, height: 800 } }, server);
	await documentCard(page, "narrow-bar.pdf").click();
	const bar = await toolbar(page, 1).boundingBox();
	expect((bar?.x ?? 0) + (bar?.width ?? 999)).toBeLessThanOrEqual(390);
});
