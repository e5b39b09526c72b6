import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { call } from "../support/api";
import { sharedServer } from "../support/shared-server";
import { openStudio } from "../support/studio";

const browser = new Browser();

test("a message names the port that another program uses, and the one used instead", async () => {
	const { url, key } = sharedServer();
	const { addr: addrTaken } = await call<{ addr: string }>("GET", "/settings");
	const page = await browser.open("about:blank", { origin: url });
	await page.route("**/api/v0/server", async (route) => {
		const status = (await (await route.fetch()).json()) as object;
		const taken = { addr: "127.0.0.1:7499", addrFlag: false, addrTaken };
		await route.fulfill({ json: { ...status, ...taken } });
	});
	await page.goto(`${url}/#key=${key}`);
	await page.getByRole("navigation", { name: "Lectern" }).waitFor();
	await page.evaluate(() => {
		location.hash = "#/settings/network";
	});
	await page
		.getByText(
			`Port ${addrTaken.split(":").at(-1) ?? ""} was in use by another program when Lectern started. Lectern uses port 7499`,
		)
		.waitFor();
	expect(await page.getByText("--addr").count()).toBe(0);
	expect(await page.getByText("After a restart it listens").count()).toBe(0);
});

test("no line ends within the name of an option", async () => {
	const page = await openStudio(browser, "#/settings/network", { viewport: { width: 390, height: 800 } });
	const text = page.getByText("Lectern was started with the option --addr");
	await text.waitFor();
	for (let width = 320; width <= 480; width += 5) {
		await page.setViewportSize({ width, height: 800 });
		expect(await text.evaluate(linesOf, "--addr"), `${width} px`).toBe(1);
	}
});

test("shows why the library cannot be opened, and opens it when it can", async () => {
	const { url, key } = sharedServer();
	const message = "The server cannot use its database at the moment.";
	const page = await browser.open("about:blank", { origin: url, expected: /503|ERR_FAILED/ });
	await page.route("**/api/v0/key/current", (route) => route.fulfill({ status: 503, json: { message } }));
	await page.goto(`${url}/#key=${key}`);
	await page.getByText(message).waitFor();
	expect(await page.getByRole("heading").textContent()).toBe("Lectern cannot open the library right now");
	await page.route("**/api/v0/key/current", (route) => route.abort());
	await page.getByText("This page continues automatically").waitFor();
	await page.route("**/api/v0/changes", (route) => route.fulfill({ status: 503, json: { message } }));
	await page.unroute("**/api/v0/key/current");
	await page.getByRole("navigation", { name: "Lectern" }).waitFor();
	await page.getByText(message).waitFor();
	await page.unroute("**/api/v0/changes");
	await page.getByText(message).waitFor({ state: "detached" });
});

/** Returns the number of lines that a part of the text of an element takes up. */
function linesOf(element: Element, part: string): number {
	const first = element.textContent.indexOf(part);
	const tops = new Set<number>();
	const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
	const range = document.createRange();
	let index = 0;
	while (walker.nextNode() !== null) {
		const node = walker.currentNode as Text;
		for (let offset = 0; offset < node.length; offset++, index++) {
			if (index >= first && index < first + part.length) {
				range.setStart(node, offset);
				range.setEnd(node, offset + 1);
				tops.add(Math.round(range.getBoundingClientRect().top));
			}
		}
	}
	return tops.size;
}
