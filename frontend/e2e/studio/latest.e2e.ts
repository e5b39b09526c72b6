import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Browser } from "../support/browser";
import { openDesigner, seen } from "../support/designing";
import { makePDF } from "../support/documents";
import { call, changeSettings, documentWhen, upload } from "../support/library";
import { type Server, startServer } from "../support/server";
import { openStudio } from "../support/studio";

// The last request of a person determines what is shown, regardless of the order of the responses.

const browser = new Browser();
let server: Server;
const names = ["first.pdf", "second.pdf", "third.pdf"];

beforeAll(async () => {
	server = await startServer();
	for (const name of names) {
		const { id } = await upload(name, makePDF(2), server);
		await documentWhen(id, ({ status }) => status === "ready", server);
	}
});

afterAll(() => server.stop());

/** A request that is held back until it is let go. */
interface Held {
	/** Resolves when the page has asked. */
	readonly asked: Promise<void>;
	/** Has it answered; resolves when the page has the answer, or has given it up. */
	readonly release: () => Promise<void>;
}

/** Holds the first request back that fits. */
async function holdFirst(
	page: Page,
	fits: (route: Route) => boolean,
	answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<Held> {
	let hold: (route: Route) => void = () => undefined;
	const asked = new Promise<Route>((resolve) => {
		hold = resolve;
	});
	let first = true;
	await page.route("**/api/v0/**", async (route) => {
		if (first && fits(route)) {
			first = false;
			hold(route);
		} else {
			await route.fallback();
		}
	});
	return {
		asked: asked.then(() => undefined),
		release: async () => {
			const route = await asked;
			const ended = Promise.race([
				page.waitForEvent("requestfinished", (request) => request === route.request()),
				page.waitForEvent("requestfailed", (request) => request === route.request()),
			]);
			if (route.request().failure() === null) {
				await answer(route);
				await ended;
			} else {
				ended.catch(() => undefined);
			}
		},
	};
}

function queryOf(route: Route): URLSearchParams {
	return new URL(route.request().url()).searchParams;
}

async function chooseDocument(page: Page, name: string): Promise<void> {
	await page.getByRole("button", { name: /^Document:/ }).click();
	await page.getByRole("dialog").getByRole("button", { name }).click();
}

describe("the preview", () => {
	test("shows the document that was chosen last", async () => {
		const { page } = await openDesigner(browser, server, "theme");
		const held = await holdFirst(page, (route) => route.request().url().includes("/viewer/preview"));
		await chooseDocument(page, "first.pdf");
		await held.asked;
		await chooseDocument(page, "second.pdf");
		await seen(page).locator("#title").getByText("second.pdf").waitFor();
		const ended: string[] = [];
		page.on("request", (request) => {
			if (request.method() === "DELETE") {
				ended.push(request.url());
			}
		});
		const [answer] = await Promise.all([page.waitForResponse(/viewer\/preview/), held.release()]);
		const { id } = (await answer.json()) as { id: string };
		await expect.poll(() => ended).toEqual([`${server.apiBase}/session/${id}`]); // nobody looks at it
		await expect.poll(() => page.locator("iframe").count()).toBe(1);
		expect(await seen(page).locator("#title").innerText()).toBe("second.pdf");
	});

	test("goes on when its session is over", async () => {
		const { page } = await openDesigner(browser, server, "theme", {}, /status of 410/);
		const address = new URL((await page.locator("iframe").getAttribute("src")) ?? "");
		const id = address.searchParams.get("sessionId") ?? "";
		await call("DELETE", `/session/${id}`, undefined, server);
		await expect.poll(() => page.locator("iframe").getAttribute("src")).not.toContain(id);
		await seen(page).locator("#pages .page[data-state=drawn]").first().waitFor();
	});

	test("offers the documents of the name that was typed last", async () => {
		const { page } = await openDesigner(browser, server, "theme");
		await page.getByRole("button", { name: /^Document:/ }).click();
		const dialog = page.getByRole("dialog");
		const field = dialog.getByRole("textbox");
		const held = await holdFirst(page, (route) => queryOf(route).get("name") === "t");
		await field.fill("t");
		await held.asked;
		await field.fill("third");
		await expect.poll(() => dialog.getByRole("listitem").allInnerTexts()).toEqual(["third.pdf"]);
		await held.release();
		expect(await dialog.getByRole("listitem").allInnerTexts()).toEqual(["third.pdf"]);
	});
});

test("more results of a search are not added to those of another", async () => {
	const page = await openStudio(browser, "#/library", {}, server);
	const found = (query: string, part: number) => ({
		documents: [{ id: `${query}-${part}`, name: `${query} ${part}`, createdAt: "", pages: [] }],
		next: part === 1 ? "after" : undefined,
	});
	await page.route("**/api/v0/search?**", (route) =>
		route.fulfill({ json: found(queryOf(route).get("q") ?? "", 1) }),
	);
	const held = await holdFirst(
		page,
		(route) => queryOf(route).get("after") === "after",
		(route) => route.fulfill({ json: found("one", 2) }),
	);
	const field = page.getByRole("searchbox").first();
	await field.fill("one");
	await page.getByRole("button", { name: "one 1" }).waitFor();
	await page.getByRole("button", { name: "More results" }).click();
	await held.asked;
	await field.fill("two");
	await page.getByRole("button", { name: "two 1" }).waitFor();
	expect(await page.getByRole("button", { name: "More results" }).isEnabled()).toBe(true);
	await held.release();
	await expect.poll(() => page.locator(".results h3").allInnerTexts()).toEqual(["two 1"]);
});

test("names that are removed quickly do not come back", async () => {
	const hostNames = ["one.example.com", "two.example.com", "three.example.com"];
	await changeSettings({ hostNames }, server);
	const page = await openStudio(browser, "#/settings/network", {}, server);
	const held = await holdFirst(page, (route) => route.request().method() === "PATCH");
	await page.getByRole("button", { name: "Remove one.example.com" }).click();
	await held.asked;
	await page.getByRole("button", { name: "Remove two.example.com" }).click();
	await held.release();
	const stored = async () =>
		(await call<{ hostNames: string[] }>("GET", "/settings", undefined, server)).hostNames;
	await expect.poll(stored).toEqual(["three.example.com"]);
	await expect
		.poll(() =>
			page.getByRole("list", { name: "Names of this server" }).getByRole("listitem").allInnerTexts(),
		)
		.toEqual(["three.example.com"]);
});
