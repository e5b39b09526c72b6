import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { call } from "../support/api";
import { sharedServer } from "../support/shared-server";

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
