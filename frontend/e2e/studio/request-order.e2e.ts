import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Browser } from "../support/browser";
import { openDesigner, previewFrame } from "../support/designer";
import { makePDF } from "../support/documents";
import { call, changeSettings, upload, waitForDocument } from "../support/api";
import { type Server, startServer } from "../support/server";
import { openStudio } from "../support/studio";

// The screen shows the result of the user's last request, even if the responses arrive in another order.

const browser = new Browser();
let server: Server;
const names = ["first.pdf", "second.pdf", "third.pdf"];

beforeAll(async () => {
	server = await startServer();
	for (const name of names) {
		const { id } = await upload(name, makePDF(2), server);
		await waitForDocument(id, ({ status }) => status === "ready", server);
	}
});

afterAll(() => server.stop());

/** A request that is delayed until it is released. */
interface DelayedRequest {
	/** Resolves when the page has sent the request. */
	readonly requested: Promise<void>;
	/** Lets the request continue. Resolves when the page has received the response or aborted the request. */
	readonly release: () => Promise<void>;
}

/** Delays the first request that matches. */
async function delayFirst(
	page: Page,
	matches: (route: Route) => boolean,
	respond: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<DelayedRequest> {
	let onRequest: (route: Route) => void = () => undefined;
	const requestPromise = new Promise<Route>((resolve) => {
		onRequest = resolve;
	});
	let first = true;
	await page.route("**/api/v0/**", async (route) => {
		if (first && matches(route)) {
			first = false;
			onRequest(route);
		} else {
			await route.fallback();
		}
	});
	return {
		requested: requestPromise.then(() => undefined),
		release: async () => {
			const route = await requestPromise;
			const settled = Promise.race([
				page.waitForEvent("requestfinished", (request) => request === route.request()),
				page.waitForEvent("requestfailed", (request) => request === route.request()),
			]);
			if (route.request().failure() === null) {
				await respond(route);
				await settled;
			} else {
				settled.catch(() => undefined);
			}
		},
	};
}

function queryParams(route: Route): URLSearchParams {
	return new URL(route.request().url()).searchParams;
}

async function chooseDocument(page: Page, name: string): Promise<void> {
	await page.getByRole("button", { name: /^Document:/ }).click();
	await page.getByRole("dialog").getByRole("button", { name }).click();
}

describe("the preview", () => {
	test("shows the document that was chosen last", async () => {
		const { page } = await openDesigner(browser, server, "theme");
		const delayed = await delayFirst(page, (route) => route.request().url().includes("/viewer/preview"));
		await chooseDocument(page, "first.pdf");
		await delayed.requested;
		await chooseDocument(page, "second.pdf");
		await previewFrame(page).locator("#title").getByText("second.pdf").waitFor();
		const endedSessions: string[] = [];
		page.on("request", (request) => {
			if (request.method() === "DELETE") {
				endedSessions.push(request.url());
			}
		});
		const [response] = await Promise.all([page.waitForResponse(/viewer\/preview/), delayed.release()]);
		const { id } = (await response.json()) as { id: string };
		// The session that the late response contains is not used, so it is ended.
		await expect.poll(() => endedSessions).toEqual([`${server.apiBase}/session/${id}`]);
		await expect.poll(() => page.locator("iframe").count()).toBe(1);
		expect(await previewFrame(page).locator("#title").innerText()).toBe("second.pdf");
	});

	test("continues when its session ends", async () => {
		const { page } = await openDesigner(browser, server, "theme", {}, /status of 410/);
		const frame = page.locator("iframe:not(.coming)");
		const address = new URL((await frame.getAttribute("src")) ?? "");
		const id = address.searchParams.get("sessionId") ?? "";
		await call("DELETE", `/session/${id}`, undefined, server);
		await expect.poll(() => frame.getAttribute("src")).not.toContain(id);
		await previewFrame(page).locator("#pages .page[data-state=drawn]").first().waitFor();
	});

	test("offers the documents of the name that was typed last", async () => {
		const { page } = await openDesigner(browser, server, "theme");
		await page.getByRole("button", { name: /^Document:/ }).click();
		const dialog = page.getByRole("dialog");
		const field = dialog.getByRole("textbox");
		const delayed = await delayFirst(page, (route) => queryParams(route).get("name") === "t");
		await field.fill("t");
		await delayed.requested;
		await field.fill("third");
		await expect.poll(() => dialog.getByRole("listitem").allInnerTexts()).toEqual(["third.pdf"]);
		await delayed.release();
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
		route.fulfill({ json: found(queryParams(route).get("q") ?? "", 1) }),
	);
	const delayed = await delayFirst(
		page,
		(route) => queryParams(route).get("after") === "after",
		(route) => route.fulfill({ json: found("one", 2) }),
	);
	const field = page.getByRole("searchbox").first();
	await field.fill("one");
	await page.getByRole("button", { name: "one 1" }).waitFor();
	await page.getByRole("button", { name: "More results" }).click();
	await delayed.requested;
	await field.fill("two");
	await page.getByRole("button", { name: "two 1" }).waitFor();
	expect(await page.getByRole("button", { name: "More results" }).isEnabled()).toBe(true);
	await delayed.release();
	await expect.poll(() => page.locator(".results h3").allInnerTexts()).toEqual(["two 1"]);
});

test("names that are removed in quick succession do not reappear", async () => {
	const hostNames = ["one.example.com", "two.example.com", "three.example.com"];
	await changeSettings({ hostNames }, server);
	const page = await openStudio(browser, "#/settings/network", {}, server);
	const delayed = await delayFirst(page, (route) => route.request().method() === "PATCH");
	await page.getByRole("button", { name: "Remove one.example.com" }).click();
	await delayed.requested;
	await page.getByRole("button", { name: "Remove two.example.com" }).click();
	await delayed.release();
	const storedNames = async () =>
		(await call<{ hostNames: string[] }>("GET", "/settings", undefined, server)).hostNames;
	await expect.poll(storedNames).toEqual(["three.example.com"]);
	await expect
		.poll(() =>
			page.getByRole("list", { name: "Names of this server" }).getByRole("listitem").allInnerTexts(),
		)
		.toEqual(["three.example.com"]);
});
