import type { Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import activity from "../../src/studio/languages/en/activity.json";
import shell from "../../src/studio/languages/en/shell.json";
import { Browser } from "../support/browser";
import { makeTemplate } from "../support/documents";
import { type FilledServer, startFilledServer } from "../support/screen-data";
import { openStudio } from "../support/studio";
import { answerError, diskFullMessage, goTo, openIdleStudio } from "../support/idle-studio";

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
	["activity/fetches", `main .scroll li, main .scroll h2:text-is("${activity.noFetches}")`],
	["activity/tasks", `main .scroll li, main .scroll h2:text-is("${activity.noTasks}")`],
	["activity/webhooks", "main .scroll li"],
	["settings/keys", "main li:has(strong)"],
	["settings/network", "main input"],
	["settings/limits", "main input"],
	["settings/storage", "main dl dt"],
	["settings/templates", "main input, main button[role=switch]"],
	["settings/backup", "main .part button:not(.panel *)"],
	["settings/check", "main li[data-state]"],
];

/** A time in milliseconds after which a failed request is surely repeated. */
const longestDelay = 60_000;

/** Matches the requests for data. The stream of changes is not interrupted, so the pages must recover without it. */
const requests = /\/(?:api\/v0|v1)\/(?!changes)/;

const allStates =
	"%s shows its title and that it is loading, says what to do after an error, and recovers by itself";

test.for(pages)(allStates, async ([address, shown]) => {
	const page = await openIdleStudio(browser, server);
	await page.clock.install();
	let release: () => void = () => undefined;
	const held = new Promise<void>((resolve) => (release = resolve));
	let respond = async (route: Route) => {
		await held;
		await answerError(route);
	};
	await page.route(requests, (route) => respond(route));
	await goTo(page, address, server);
	const busy = page.locator("main").locator("[role=status]:has(svg), [aria-busy=true], .skeleton");
	await busy.filter({ visible: true }).first().waitFor();
	const main = page.locator("main:visible");
	const title = main.getByRole("heading", { level: 1 });
	if (!address.startsWith("document")) {
		await title.waitFor();
	}
	release();
	await main.getByText(diskFullMessage).first().waitFor();
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
	await goTo(page, address, server);
	await prepare(page);
	const main = page.locator("main:visible");
	await main.getByText(diskFullMessage).first().waitFor();
	await main.getByRole("button", { name: shell.tryAgain }).first().waitFor();
	expect(await page.locator(shown).filter({ visible: true }).count()).toBe(0);
	await page.unroute(partRequests);
	await page.locator(shown).filter({ visible: true }).first().waitFor();
});

/** Pages whose scripts are loaded when they are opened for the first time. */
const pagesLoadedOnDemand = [
	"library?q=offer",
	"folders",
	"templates",
	"designer/theme",
	"activity",
	"settings/keys",
];

const onDemandStates = pages.filter(([name]) => pagesLoadedOnDemand.includes(name));

test("each page with a script of its own is tested", () => {
	expect(onDemandStates).toHaveLength(pagesLoadedOnDemand.length);
});

test.for(onDemandStates)(
	"%s says what to do if its script cannot be loaded, and recovers by itself",
	async ([address, shown]) => {
		const page = await openStudio(browser, "#/library", { expected: /ERR_FAILED|status of 404/ }, server);
		const scripts = /\/studio\/.*\.js/;
		await page.route(scripts, (route) => route.abort());
		await goTo(page, address, server);
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
	await goTo(page, "folders", server);
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
	await goTo(page, "folders", server);
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
		await goTo(page, address, server);
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
