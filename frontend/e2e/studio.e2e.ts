import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { Browser } from "./browser";
import { makePDF } from "./documents";
import { documentWhen, upload, uploadSample } from "./library";

const browser = new Browser();

/** Where the window's page comes from; what is below /api goes to the server. */
const origin = "http://wails.localhost";
const built = join(import.meta.dirname, "../dist/studio");

declare global {
	interface Window {
		opened?: string[];
	}
}

/** Opens the window's page as the window does: from the program's files, with a bridge or without. */
async function openWindow(
	connection: { apiBase: string; key: string } | undefined,
	expected?: RegExp,
): Promise<Page> {
	const page = await browser.open("about:blank", { origin, ...(expected && { expected }) });
	await page.route(`${origin}/**`, (route) => {
		const { pathname } = new URL(route.request().url());
		return route.fulfill({ path: join(built, pathname === "/" ? "index.html" : pathname) });
	});
	await page.route(`${origin}/api/**`, async (route) => {
		const { pathname } = new URL(route.request().url());
		await route.fulfill({ response: await route.fetch({ url: inject("url") + pathname }) });
	});
	if (connection !== undefined) {
		await page.addInitScript((answer) => {
			window.opened = [];
			const Bridge = {
				Connection: () => Promise.resolve(answer),
				OpenDocument: (id: string) => Promise.resolve(void window.opened?.push(id)),
			};
			Object.assign(window, { go: { app: { Bridge } } });
		}, connection);
	}
	await page.goto(`${origin}/`);
	return page;
}

test("lists the library, newest first, and opens what is clicked", async () => {
	const good = await upload("window.pdf", makePDF(3));
	const bad = await uploadSample("protected.pdf");
	await documentWhen(good.id, ({ status }) => status === "ready");
	await documentWhen(bad.id, ({ status }) => status === "failed");

	const page = await openWindow({ apiBase: `${origin}/api/v0`, key: inject("key") });
	const row = page.getByRole("button", { name: /window\.pdf/ });
	await row.waitFor();
	expect(await row.innerText()).toMatch(/3 pages\s+Ready/);
	const failed = page.getByRole("button", { name: /protected\.pdf/ }).first();
	expect(await failed.innerText()).toMatch(/password[\s\S]*Failed/);
	const names = await page.getByRole("listitem").allInnerTexts();
	const place = (name: string) => names.findIndex((text) => text.includes(name));
	expect(place("protected.pdf")).toBeLessThan(place("window.pdf"));

	await row.click();
	expect(await page.evaluate(() => window.opened)).toEqual([good.id]);
});

test("says where it belongs when it is opened in an ordinary browser", async () => {
	const page = await openWindow(undefined);
	expect(await page.getByRole("heading", { level: 2 }).innerText()).toBe(
		"This page belongs to Lectern’s window",
	);
});

test("says that the server refuses it, and tries again", async () => {
	const page = await openWindow({ apiBase: `${origin}/api/v0`, key: "wrong" }, /status of 401/);
	expect(await page.getByRole("heading", { level: 2 }).innerText()).toBe("Lectern can’t be reached");
	expect(await page.getByRole("button", { name: "Try again" }).isVisible()).toBe(true);
});
