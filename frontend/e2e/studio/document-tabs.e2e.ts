import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { uploadReady } from "../support/api";
import { documentCard, openStudio } from "../support/studio";

const browser = new Browser();

test("opens documents in tabs, and restores the position in them", async () => {
	const one = await uploadReady("tab-one.pdf");
	await uploadReady("tab-two.pdf");
	const page = await openStudio(browser);
	await documentCard(page, "tab-one.pdf").dblclick();
	const frame = page.frameLocator("iframe:visible");
	await frame.getByText("page 1 of 1").or(frame.locator("svg text")).first().waitFor();
	expect(page.url()).toContain(`#/document/${one.id}`);
	await page.getByRole("link", { name: "Library" }).first().click();
	await documentCard(page, "tab-two.pdf").dblclick();
	const tabs = page.getByRole("navigation", { name: "Open documents" }).getByRole("listitem");
	await expect.poll(() => tabs.allInnerTexts()).toEqual(["tab-one.pdf", "tab-two.pdf"]);
	await page.getByRole("button", { name: "Close tab-two.pdf" }).click();
	await expect.poll(() => page.url()).toContain(one.id);
	await page.getByRole("button", { name: "Close tab-one.pdf" }).click();
	await page.getByRole("heading", { name: "All documents" }).waitFor();
});

test("keys change tabs, also while the focus is in a document", async () => {
	const names = ["turn-one.pdf", "turn-two.pdf"];
	for (const name of names) {
		await uploadReady(name);
	}
	const page = await openStudio(browser);
	for (const name of names) {
		await page.getByRole("link", { name: "Library" }).first().click();
		await documentCard(page, name).dblclick();
		await page.frameLocator("iframe:visible").locator("#pages .page[data-state=drawn]").first().waitFor();
	}
	const tabs = page.getByRole("navigation", { name: "Open documents" });
	const current = () => tabs.locator("[aria-current]").innerText();
	for (const [key, name] of [
		["PageUp", "turn-one.pdf"],
		["PageDown", "turn-two.pdf"],
	] as const) {
		await page.frameLocator("iframe:visible").locator("#pages .page").first().click();
		await page.keyboard.press(`Control+${key}`);
		await expect.poll(current, { message: key }).toBe(name);
	}
	await page.frameLocator("iframe:visible").locator("#pages .page").first().click();
	await page.keyboard.press("Control+PageDown");
	await page.getByRole("heading", { name: "All documents" }).waitFor();
});

test("the window's menu zooms the open document", async () => {
	const { id } = await uploadReady("zoomed.pdf");
	const page = await openStudio(browser, `#/document/${id}`, {
		initScript: () => {
			const runtime = {
				EventsOn: (name: string, listener: (item: string) => void) => {
					window.addEventListener(name, (event) => {
						listener((event as CustomEvent<string>).detail);
					});
					return () => undefined;
				},
				EventsEmit: () => undefined,
				OnFileDrop: () => undefined,
				WindowSetTitle: () => undefined,
			};
			Object.assign(window, { runtime });
		},
	});
	const zoom = page.frameLocator("iframe").locator("#zoom-choice");
	const shown = () => zoom.evaluate((choice: HTMLSelectElement) => choice.selectedOptions[0]?.text);
	await expect.poll(shown).toBe("Automatic");
	for (const [item, size] of [
		["zoom-in", "110%"],
		["zoom-in", "125%"],
		["zoom-out", "110%"],
		["reset-zoom", "Automatic"],
	] as const) {
		await page.evaluate((detail) => window.dispatchEvent(new CustomEvent("menu", { detail })), item);
		await expect.poll(shown).toBe(size);
	}
});
