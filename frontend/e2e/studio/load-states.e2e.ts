import type { Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import shell from "../../src/studio/languages/en/shell.json";
import { Browser } from "../support/browser";
import { makeTemplate } from "../support/documents";
import { type FilledServer, startFilledServer } from "../support/screen-data";
import { openStudio } from "../support/studio";

// Each page has a loading state. If loading fails, the page shows an error message with the next step, and recovers
// without a user action. If the connection is lost, the content stays, and a line reports the lost connection.

const browser = new Browser();

let server: FilledServer;

beforeAll(async () => {
	server = await startFilledServer();
});

afterAll(async () => {
	await server.stop();
});

/** The pages, and an element that exists once their data is shown. */
const pages: readonly (readonly [address: string, shown: string])[] = [
	["library/failed", "main [role=gridcell]"],
	["library/trash", "main [role=gridcell]"],
	["library?q=offer", "[data-result]"],
	["document/READY", "iframe"],
	["folders", "main li"],
	["folders/FOLDER", "main .arrivals .none"],
	["templates", "main li a"],
	["templates/TEMPLATE", "main [aria-label=Pages] img"],
	["designer/profile", "main .card, main li"],
	["designer/theme", "main .card, main li"],
	["designer/theme/corporate-identity-of-the-year-2026", "main iframe"],
	["activity", "main .scroll li"],
	["activity/fetches", "main .scroll li, main .scroll .panel:not(:has(button))"],
	["activity/tasks", "main .scroll li, main .scroll .panel:not(:has(button))"],
	["activity/webhooks", "main .scroll li"],
	["settings/keys", "main li:has(strong)"],
	["settings/network", "main input"],
	["settings/limits", "main input"],
	["settings/storage", "main dl dt"],
	["settings/templates", "main input, main button[role=switch]"],
	["settings/backup", "main .part button:not(.panel *)"],
	["settings/check", "main li[data-state]"],
];

const diskFull = "The disk of the server is full.";
const answerError = (route: Route) =>
	route.fulfill({
		status: 500,
		contentType: "application/problem+json",
		body: JSON.stringify({ code: "internal", message: diskFull }),
	});

/** A time in milliseconds after which a failed request is surely repeated. */
const longestDelay = 60_000;

/** Matches the requests for data. The stream of changes is not interrupted, so the pages must recover without it. */
const requests = /\/(?:api\/v0|v1)\/(?!changes)/;
const addressOf = (address: string) =>
	address
		.replace("READY", server.data.documents.ready)
		.replace("FOLDER", server.data.folder)
		.replace("TEMPLATE", server.data.template);

/**
 * Opens the studio at a page that loads none of the data, so that the next page has to load it. The stream of changes
 * is held back. Its first message would make all pages read their data again, on a slow machine at any time.
 */
async function openAtRest(): Promise<Page> {
	const page = await openStudio(browser, "#/developers", { expected: /status of 500|ERR_FAILED/ }, server);
	await page.route(/\/api\/v0\/changes/, () => undefined);
	await page.reload();
	await page.getByRole("heading", { level: 1 }).filter({ visible: true }).waitFor();
	return page;
}

async function goTo(page: Page, address: string): Promise<void> {
	await page.evaluate(
		(hash) => {
			location.hash = hash;
		},
		`#/${addressOf(address)}`,
	);
}

const allStates =
	"%s shows its title and that it is loading, says what to do after an error, and recovers by itself";

test.for(pages)(allStates, async ([address, shown]) => {
	const page = await openAtRest();
	await page.clock.install();
	let release: () => void = () => undefined;
	const held = new Promise<void>((resolve) => (release = resolve));
	let respond = async (route: Route) => {
		await held;
		await answerError(route);
	};
	await page.route(requests, (route) => respond(route));
	await goTo(page, address);
	const busy = page.locator("main").locator("[role=status]:has(svg), [aria-busy=true], .skeleton");
	await busy.filter({ visible: true }).first().waitFor();
	const main = page.locator("main:visible");
	const title = main.getByRole("heading", { level: 1 });
	if (!address.startsWith("document")) {
		await title.waitFor();
	}
	release();
	await main.getByText(diskFull).first().waitFor();
	await title.waitFor();
	await main
		.getByRole("button", { name: /Try again|Check again/ })
		.first()
		.waitFor();
	expect(await page.locator(shown).filter({ visible: true }).count()).toBe(0);
	respond = (route) => route.abort();
	await page.clock.fastForward(longestDelay);
	await main.getByText(shell.noAnswer).first().waitFor();
	await page.unroute(requests);
	await page.clock.fastForward(longestDelay);
	await page.locator(shown).filter({ visible: true }).first().waitFor();
});

/** Starts a task with a table whose second row cannot be read. */
async function startTaskWithRows(): Promise<void> {
	const form = new FormData();
	form.append("template", new Blob([makeTemplate("Dear {name},")]), "letter.docx");
	form.append("rows", new Blob(['name\nZoë\n"Grace\n']), "customers.csv");
	const headers = { Authorization: server.key };
	const response = await fetch(`${server.url}/v1/task`, { method: "POST", headers, body: form });
	expect(response.status, await response.text()).toBe(202);
}

/**
 * Parts of pages that load data of their own: the address of the page, the requests, a function that opens the part,
 * and an element that shows the data.
 */
const parts: readonly (readonly [
	address: string,
	requests: RegExp,
	prepare: (page: Page) => Promise<unknown>,
	shown: string,
])[] = [
	["developers", /\/api\/v0\/server$/, () => Promise.resolve(), "main dl dd"],
	["templates/TEMPLATE", /\/data(\?|$)/, () => Promise.resolve(), "main [aria-label=Form] fieldset"],
	["templates/TEMPLATE", /\/schema(\?|$)/, () => Promise.resolve(), "main [aria-label=Form] fieldset"],
	[
		"activity/tasks",
		/\/row\?/,
		async (page) => {
			await startTaskWithRows();
			await page
				.getByRole("listitem")
				.filter({ hasText: "1 failed" })
				.getByRole("button", { name: /^Details of/ })
				.click();
		},
		"main [aria-label=Rows] li",
	],
];

test.for(parts)("a part of %s says what to do after an error, and recovers by itself", async (part) => {
	const [address, partRequests, prepare, shown] = part;
	const expected = /status of 500|ERR_FAILED/;
	const page = await openStudio(browser, "#/settings/shortcuts", { expected }, server);
	await page.route(partRequests, answerError);
	await goTo(page, address);
	await prepare(page);
	const main = page.locator("main:visible");
	await main.getByText(diskFull).first().waitFor();
	await main.getByRole("button", { name: shell.tryAgain }).first().waitFor();
	expect(await page.locator(shown).filter({ visible: true }).count()).toBe(0);
	await page.unroute(partRequests);
	await page.locator(shown).filter({ visible: true }).first().waitFor();
});

/** Pages whose scripts are loaded when they are opened for the first time. */
const latePages = ["library?q=offer", "folders", "templates", "designer/theme", "activity", "settings/keys"];

const lateStates = pages.filter(([name]) => latePages.includes(name));

test("each page with a script of its own is tested", () => {
	expect(lateStates).toHaveLength(latePages.length);
});

test.for(lateStates)(
	"%s says what to do if its script cannot be loaded, and recovers by itself",
	async ([address, shown]) => {
		const page = await openStudio(browser, "#/library", { expected: /ERR_FAILED|status of 404/ }, server);
		const scripts = /\/studio\/.*\.js/;
		await page.route(scripts, (route) => route.abort());
		await goTo(page, address);
		const main = page.locator("main:visible");
		await main.getByText(shell.noAnswer).waitFor();
		await main.getByRole("button", { name: shell.tryAgain }).waitFor();
		await page.unroute(scripts);
		await page.locator(shown).filter({ visible: true }).first().waitFor();
	},
);

test("the studio is loaded again if the browser remembers that a script could not be loaded", async () => {
	const page = await openStudio(browser, "#/library", { expected: /ERR_FAILED/ }, server);
	const scripts = /\/studio\/.*\.js/;
	await page.route(scripts, (route) =>
		route.request().method() === "HEAD" ? route.continue() : route.abort(),
	);
	await goTo(page, "folders");
	const main = page.locator("main:visible");
	await main.getByText(shell.noAnswer).waitFor();
	await page.route(`${server.url}/`, async (route) => {
		await page.unroute(scripts);
		await route.continue();
	});
	await main.getByRole("button", { name: shell.tryAgain }).click();
	await page.locator("main li").filter({ visible: true }).first().waitFor();
});

test("the studio is loaded again if an updated server no longer has its scripts", async () => {
	const page = await openStudio(browser, "#/library", { expected: /status of 404/ }, server);
	const scripts = /\/studio\/.*\.js/;
	await page.route(scripts, (route) => route.fulfill({ status: 404 }));
	await page.route(`${server.url}/`, async (route) => {
		await page.unroute(scripts);
		await route.continue();
	});
	await goTo(page, "folders");
	await page.locator("main li").filter({ visible: true }).first().waitFor();
});

/** Returns the elements that cover points along the middle of a line of text. */
function coversOf(line: Locator): Promise<string[]> {
	return line.evaluate((element) => {
		const { left, width, top, height } = element.getBoundingClientRect();
		const points = Array.from({ length: 50 }, (_, index) => left + (width * (index + 0.5)) / 50);
		return points
			.map((x) => document.elementFromPoint(x, top + height / 2))
			.filter((found) => found !== null && found !== element)
			.map((found) => found?.outerHTML ?? "");
	});
}

test("pages stay when the connection is lost, with a line that says so", async () => {
	let isDown = false;
	const page = await openStudio(browser, "#/library", { expected: /ERR_FAILED/ }, server);
	await page.route(/\/api\/v0\/changes/, (route) =>
		// When a stream ends, the studio opens it again at once.
		isDown ? route.abort() : route.fulfill({ contentType: "text/event-stream", body: ": empty\n\n" }),
	);
	await page.reload();
	const line = page.getByText(shell.reconnecting);
	const visited = [
		"library/trash",
		"document/READY",
		"folders",
		"designer/theme",
		"activity",
		"settings/keys",
	];
	for (const [address, shown] of pages.filter(([name]) => visited.includes(name))) {
		await goTo(page, address);
		const content = page.locator(shown).filter({ visible: true }).first();
		await content.waitFor();
		isDown = true;
		await page.route(requests, (route) => route.abort());
		await line.waitFor();
		expect(await content.isVisible(), address).toBe(true);
		expect(await coversOf(line), address).toEqual([]);
		isDown = false;
		await page.unroute(requests);
		await line.waitFor({ state: "detached" });
	}
});

/** The pages that open a session, each with the request that opens it. */
const sessions: readonly (readonly [address: string, request: RegExp])[] = [
	["document/READY", /\/api\/v0\/session\?/],
	["designer/theme/corporate-identity-of-the-year-2026", /\/api\/v0\/settings\/viewer\/preview\?/],
];

/**
 * Opens a page whose session cannot be opened and whose clock is stopped. Returns a function that returns the number of
 * attempts so far.
 */
async function openFailing(page: Page, address: string, request: RegExp): Promise<() => number> {
	let attempts = 0;
	await page.route(request, async (route) => {
		attempts++;
		await answerError(route);
	});
	await page.clock.install();
	await page.clock.pauseAt(Date.now() + 60_000);
	await goTo(page, address);
	await waitForFailure(page);
	return () => attempts;
}

/**
 * Waits until all resize observers have been notified about the current layout. An error message observes its own size
 * to find out whether it is hidden. The clock of the page must not run before the message knows its size.
 */
async function untilSizesAreObserved(page: Page): Promise<void> {
	await page.evaluate(
		() =>
			new Promise<void>((resolve) => {
				new ResizeObserver(() => {
					resolve();
				}).observe(document.body);
			}),
	);
}

/** Waits until an attempt has failed, and the next one is scheduled. */
async function waitForFailure(page: Page): Promise<void> {
	await page.locator("main:visible").getByRole("button", { name: shell.tryAgain, disabled: false }).waitFor();
	await untilSizesAreObserved(page);
}

test.for(sessions)("%s waits longer after each failed attempt", async ([address, request]) => {
	const page = await openAtRest();
	const attempts = await openFailing(page, address, request);
	for (const [failures, delay] of [
		[1, 1_000],
		[2, 2_000],
		[3, 4_000],
	] as const) {
		// The next attempt starts after 0.5 to 1.25 times the delay from here, because delays vary by a quarter, and the
		// clock may have advanced by a quarter of the delay since the previous attempt started.
		await page.clock.runFor(delay * 0.4);
		await waitForFailure(page);
		expect(attempts(), `soon after ${failures} failures`).toBe(failures);
		await page.clock.runFor(delay * 0.85);
		await expect.poll(attempts, { message: `after ${failures} failures` }).toBe(failures + 1);
		await waitForFailure(page);
	}
});

/** Advances the clock of a page until at least `count` attempts have been made. */
async function runUntil(page: Page, attempts: () => number, count: number): Promise<void> {
	const passTime = async () => {
		await page.clock.runFor(100);
		return attempts();
	};
	await expect.poll(passTime).toBeGreaterThanOrEqual(count);
}

test("a document that cannot be opened tries again only while its tab is visible", async () => {
	const [[address, request] = ["", /./]] = sessions;
	const page = await openAtRest();
	const attempts = await openFailing(page, address, request);
	await goTo(page, "developers");
	await page.getByRole("heading", { level: 1 }).filter({ visible: true }).waitFor();
	await untilSizesAreObserved(page);
	await page.clock.runFor(60_000);
	await goTo(page, address);
	await waitForFailure(page);
	expect(attempts()).toBe(1);
	await runUntil(page, attempts, 2);
});

test("a page behind an open document does not try again", async () => {
	const page = await openAtRest();
	// Unlike the watched folders, the templates are read by this page only.
	const attempts = await openFailing(page, "templates", /\/v1\/template(\?|$)/);
	await goTo(page, "document/READY");
	await page.locator("main:visible", { hasText: shell.tryAgain }).waitFor({ state: "detached" });
	await untilSizesAreObserved(page);
	const before = attempts();
	await page.clock.runFor(60_000);
	await goTo(page, "templates");
	await waitForFailure(page);
	expect(attempts()).toBe(before);
	await runUntil(page, attempts, before + 1);
});

/** Opens the studio while the first message of the stream of changes is held back. Returns a function that sends it. */
async function openBeforeReset(): Promise<{ page: Page; sendReset: () => void }> {
	const page = await openAtRest();
	let sendReset: () => void = () => undefined;
	const sent = new Promise<void>((resolve) => (sendReset = resolve));
	let isFirst = true;
	await page.route(/\/api\/v0\/changes/, async (route) => {
		if (!isFirst) {
			return; // when the stream ends, the studio opens it again, which would send another reset
		}
		isFirst = false;
		await sent;
		await route.fulfill({
			contentType: "text/event-stream",
			body: 'event: changed\ndata: {"changes":[],"reset":true}\n\n',
		});
	});
	await page.reload();
	await page.getByRole("heading", { level: 1 }).filter({ visible: true }).waitFor();
	return { page, sendReset };
}

test("a document that cannot be opened tries again at once when the connection is restored", async () => {
	const [[address, request] = ["", /./]] = sessions;
	const { page, sendReset } = await openBeforeReset();
	const attempts = await openFailing(page, address, request);
	expect(attempts()).toBe(1);
	sendReset();
	await expect.poll(attempts).toBe(2);
});

test("a page that could not be loaded tries again once when the connection is restored", async () => {
	const { page, sendReset } = await openBeforeReset();
	const attempts = await openFailing(page, "templates", /\/v1\/template(\?|$)/);
	expect(attempts()).toBe(1);
	sendReset();
	await expect.poll(attempts).toBe(2);
	await waitForFailure(page);
	// A second request would follow after the minimum interval between two requests.
	await page.clock.runFor(500);
	await waitForFailure(page);
	expect(attempts()).toBe(2);
});
