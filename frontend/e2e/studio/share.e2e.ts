import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { call, upload, uploadReady, waitForDocument } from "../support/api";
import { axeViolations } from "../support/axe";
import { Browser } from "../support/browser";
import { makePDF } from "../support/documents";
import { openForReading, readAndClose } from "../support/reading";
import { startServer } from "../support/server";
import { sharedServer } from "../support/shared-server";
import { createLink, openShareDialog } from "../support/sharing";
import { openStudio } from "../support/studio";

const browser = new Browser();
const permissions = ["clipboard-read", "clipboard-write"];

test("a link is created and copied, and its reach is shown before", async () => {
	await uploadReady("shared.pdf");
	const page = await openStudio(browser, "#/library", { permissions });
	const dialog = await openShareDialog(page, "shared.pdf");
	await dialog.getByText("Works on this computer only").waitFor();
	await dialog.getByText("No active links").waitFor();
	const address = await createLink(dialog);
	await dialog.getByText("Link copied").waitFor();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
	expect((await fetch(address)).status).toBe(200);
	expect(await dialog.getByRole("img", { name: "QR code" }).count()).toBe(0); // a phone could not open the link
	const end = dialog.getByRole("button", { name: "Revoke the link for Anyone with the link" });
	await end.click();
	await dialog.getByRole("button", { name: "Create and copy link" }).waitFor();
	expect(await axeViolations(page)).toEqual([]);
});

test("the settings of the network can be opened from the reach of a link", async () => {
	await uploadReady("unreachable.pdf");
	const page = await openStudio(browser);
	const dialog = await openShareDialog(page, "unreachable.pdf");
	await dialog.getByRole("button", { name: "Change in Settings" }).click();
	await dialog.waitFor({ state: "detached" });
	expect(new URL(page.url()).hash).toBe("#/settings/network");
});

test("a link is created without a pointer", async () => {
	const { id } = await uploadReady("by-keyboard.pdf");
	const page = await openStudio(browser, "#/library", { permissions });
	const dialog = await openShareDialog(page, "by-keyboard.pdf");
	const until = dialog.getByRole("button", { name: /^Valid until/ });
	await until.focus();
	await page.keyboard.press("Enter");
	await page.getByRole("radio", { name: /^7 days/ }).focus();
	await page.keyboard.press("ArrowDown");
	await expect.poll(() => page.getByRole("radio", { name: /^30 days/ }).isChecked()).toBe(true);
	await page.keyboard.press("Escape");
	await expect.poll(() => until.evaluate((button) => button === document.activeElement)).toBe(true);
	await dialog.getByRole("button", { name: "Create and copy link" }).focus();
	await page.keyboard.press("Enter");
	await dialog.getByText("Link copied").waitFor();
	const [session] = await call<{ createdAt: string; expiresAt: string }[]>(
		"GET",
		`/session?documentId=${id}`,
	);
	const minutes = (Date.parse(session?.expiresAt ?? "") - Date.parse(session?.createdAt ?? "")) / 60_000;
	expect(Math.round(minutes)).toBe(30 * 24 * 60);
});

test("an invalid date shows an error, and a valid one is the last day of the link", async () => {
	const { id } = await uploadReady("until-a-day.pdf");
	const page = await openStudio(browser);
	const dialog = await openShareDialog(page, "until-a-day.pdf");
	await dialog.getByRole("button", { name: /^Valid until/ }).click();
	await page.getByLabel("Last day").fill("2001-01-01");
	await page.getByText("Choose a date from today").waitFor();
	expect(await axeViolations(page)).toEqual([]);
	await page.keyboard.press("Escape");
	await dialog.getByRole("button", { name: "Create and copy link" }).click();
	await dialog.getByText("Choose a date from today").waitFor();
	expect(await call("GET", `/session?documentId=${id}`)).toEqual([]);
	const last = await page.evaluate(() => new Date(Date.now() + 3 * 86_400_000).toLocaleDateString("sv"));
	await dialog.getByRole("button", { name: /^Valid until/ }).click();
	await page.getByLabel("Last day").fill(last);
	await page.keyboard.press("Escape");
	await createLink(dialog);
	const [session] = await call<{ expiresAt: string }[]>("GET", `/session?documentId=${id}`);
	const end = await page.evaluate(
		(iso) => new Date(Date.parse(iso) - 120_000).toLocaleDateString("sv"),
		session?.expiresAt ?? "",
	);
	expect(end).toBe(last);
});

test("an invalid limit of views shows an error, and a valid one appears in the list", async () => {
	await uploadReady("shared-often.pdf");
	const page = await openStudio(browser, "#/library", { viewport: { width: 700, height: 500 } });
	const dialog = await openShareDialog(page, "shared-often.pdf");
	const create = dialog.getByRole("button", { name: "Create and copy link" });
	const createBox = await create.boundingBox();
	expect((createBox?.y ?? 500) + (createBox?.height ?? 0)).toBeLessThan(500);
	await dialog.getByRole("button", { name: "More" }).click();
	const field = dialog.getByRole("textbox", { name: "Limit views" });
	for (const wrong of ["0", "-1", "abc", "1e9", "99999999999"]) {
		await field.fill(wrong);
		await create.click();
		await dialog.getByText("Enter a whole number from 1 to 1,000,000").waitFor();
	}
	expect(await axeViolations(page)).toEqual([]);
	await field.fill("5");
	expect(await dialog.getByRole("alert").count()).toBe(0);
	await dialog.getByRole("textbox", { name: "Reader’s name" }).fill("Zoë");
	await create.click();
	await dialog.getByText("opened 0 of 5 times").waitFor();
	await dialog.getByRole("button", { name: "Revoke the link for Zoë" }).waitFor();
});

test("an existing link can be copied again", async () => {
	const { id } = await uploadReady("shared-before.pdf");
	const { viewerURL } = await call<{ viewerURL: string }>("POST", `/session?documentId=${id}&reader=Aino`);
	const page = await openStudio(browser, "#/library", { permissions });
	const dialog = await openShareDialog(page, "shared-before.pdf");
	await dialog.getByRole("button", { name: "Copy the link for Aino" }).click();
	await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(viewerURL);
});

test("a link with notifications shows who has read which pages", async () => {
	const { id } = await uploadReady("told.pdf");
	const { id: session, viewerURL } = await call<{ id: string; viewerURL: string }>(
		"POST",
		`/session?documentId=${id}&reader=Aino&notify=true`,
	);
	const page = await openStudio(browser);
	await openShareDialog(page, "told.pdf");
	await page.getByText("Aino").waitFor();
	expect(await page.getByText("opened once").count()).toBe(0);

	const reader = await browser.open("about:blank");
	await openForReading(reader, viewerURL);
	const opened = page.getByRole("button", { name: "opened once" });
	await opened.waitFor(); // the dialog is updated without reloading the page
	await readAndClose(reader);
	await expect
		.poll(() => call("GET", `/session/${session}`))
		.toMatchObject({ readings: [{ pages: [[1, 1]] }] });
	const readings = page.getByRole("dialog").locator("ol");
	await opened.click();
	await expect.poll(() => readings.innerText()).toMatch(/page 1\s/);
	expect(await axeViolations(page)).toEqual([]);
	await opened.click();
	await readings.waitFor({ state: "detached" });
});

test("without the server, the dialog shows an error and tries again", async () => {
	await uploadReady("offline.pdf");
	const page = await openStudio(browser, "#/library", { expected: /ERR_FAILED/ });
	const dialog = await openShareDialog(page, "offline.pdf");
	await page.route("**/api/v0/session?*", (route) => route.abort());
	await dialog.getByRole("button", { name: "Create and copy link" }).click();
	await dialog.getByRole("alert").getByText("Lectern is not responding").waitFor();
	await page.unroute("**/api/v0/session?*");
	await createLink(dialog);
	expect(await dialog.getByText("Lectern is not responding").count()).toBe(0);
	await page.keyboard.press("Escape");
	await page.route("**/api/v0/server", (route) => route.abort());
	const again = openShareDialog(page, "offline.pdf");
	await page.getByRole("dialog").getByText("Lectern is not responding").waitFor();
	expect(await page.getByRole("button", { name: "Create and copy link" }).isDisabled()).toBe(true);
	await page.unroute("**/api/v0/server");
	await page.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
	await again;
});

test("nothing is cut off at the width of a phone", async () => {
	await uploadReady("narrow.pdf");
	const page = await openStudio(browser, "#/library", { viewport: { width: 390, height: 800 } });
	const dialog = await openShareDialog(page, "narrow.pdf");
	const overflows = () =>
		page.evaluate(() =>
			[...document.querySelectorAll("[role=dialog] *")]
				.filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
				.map((element) => element.outerHTML.slice(0, 100)),
		);
	await expect.poll(overflows).toEqual([]);
	await dialog.getByRole("button", { name: "More" }).click();
	await expect.poll(overflows).toEqual([]);
	await dialog.getByRole("button", { name: /^What readers can do/ }).click();
	await page.getByRole("switch", { name: "Copy text" }).waitFor();
	await expect.poll(overflows).toEqual([]);
	await page.keyboard.press("Escape");
	await dialog.getByRole("radio", { name: "Embed" }).click();
	const code = dialog.locator("pre").first();
	await code.waitFor();
	await expect.poll(overflows).toEqual([]);
	expect(await code.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
});

const isOffline = !Object.values(networkInterfaces()).some((all) => all?.some(({ internal }) => !internal));

test.skipIf(isOffline)("a link has an address of the local network if the server listens there", async () => {
	const server = await startServer("--addr", "0.0.0.0:0");
	onTestFinished(server.stop);
	const { id } = await upload("networked.pdf", makePDF(1), server);
	await waitForDocument(id, ({ status }) => status === "ready", server);
	const page = await openStudio(browser, "#/library", {}, server);
	const dialog = await openShareDialog(page, "networked.pdf");
	const reach = dialog.getByRole("combobox", { name: "Works on the local network" });
	await reach.waitFor();
	const address = await createLink(dialog);
	expect(new URL(address).hostname).not.toMatch(/^127\./);
	expect((await fetch(address)).status).toBe(200);
	await dialog.getByRole("img", { name: "QR code" }).waitFor();
	await reach.click();
	await page.getByRole("option", { name: "Works on this computer only" }).click();
	const field = dialog.locator("input[readonly]");
	await expect.poll(() => field.inputValue()).toContain("//127.0.0.1:");
});

test("a link has the public address of the server", async () => {
	await uploadReady("public.pdf");
	const page = await openStudio(browser, "about:blank");
	await page.route("**/api/v0/server", async (route) => {
		const status = (await (await route.fetch()).json()) as object;
		await route.fulfill({ json: { ...status, publicURL: "https://docs.example.com/read" } });
	});
	await page.goto(`${sharedServer().url}/#/library`);
	const dialog = await openShareDialog(page, "public.pdf");
	await dialog.getByText("Works wherever docs.example.com can be reached").waitFor();
	expect(await dialog.getByRole("button", { name: "Change in Settings" }).count()).toBe(0);
});
