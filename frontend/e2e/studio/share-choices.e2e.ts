import { expect, onTestFinished, test } from "vitest";
import { call, putSettings, upload, uploadReady, waitForDocument } from "../support/api";
import { Browser } from "../support/browser";
import { createLink, openShareDialog } from "../support/sharing";
import { documentCard, openStudio } from "../support/studio";

const browser = new Browser();
const minutesOfYear = 365 * 24 * 60;

/** Stores a theme until the end of the test. */
async function storeTheme(name: string): Promise<void> {
	await putSettings("theme", name, { interfaceColor: "#123456" });
	onTestFinished(() => call("DELETE", `/settings/viewer/theme/${name}`));
}

test("the default theme is offered once, and no link names it", async () => {
	const { id } = await uploadReady("default-theme.pdf");
	await storeTheme("share-blue");
	const page = await openStudio(browser);
	const dialog = await openShareDialog(page, "default-theme.pdf");
	await dialog.getByRole("button", { name: "More" }).click();
	await dialog.getByRole("combobox", { name: "Theme" }).click();
	await page.getByRole("option", { name: "share-blue" }).waitFor();
	expect(await page.getByRole("option", { name: /^default$/i }).allInnerTexts()).toEqual(["Default"]);
	await page.getByRole("option", { name: "Default" }).click();
	await createLink(dialog);
	const [session] = await call<object[]>("GET", `/session?documentId=${id}`);
	expect(session).not.toHaveProperty("theme");
});

test("the theme of the document is preselected, and the default theme can replace it", async () => {
	const { id } = await uploadReady("own-theme.pdf");
	await storeTheme("share-green");
	await call("PATCH", `/document/${id}`, { theme: "share-green" });
	const page = await openStudio(browser);
	const dialog = await openShareDialog(page, "own-theme.pdf");
	await dialog.getByRole("button", { name: "More" }).click();
	const theme = dialog.getByRole("combobox", { name: "Theme" });
	await expect.poll(() => theme.innerText()).toBe("share-green");
	await theme.click();
	await page.getByRole("option", { name: "Default", exact: true }).click();
	await createLink(dialog);
	expect(await call("GET", `/session?documentId=${id}`)).toMatchObject([{ theme: "default" }]);
});

test("the code for a page works for a year unless another end is chosen", async () => {
	const { id } = await uploadReady("embedded-for-long.pdf");
	const page = await openStudio(browser);
	const dialog = await openShareDialog(page, "embedded-for-long.pdf");
	const until = dialog.getByRole("button", { name: /^Valid until/ });
	await until.click();
	await expect.poll(() => page.getByRole("radio", { name: /^7 days/ }).isChecked()).toBe(true);
	await page.keyboard.press("Escape");
	await dialog.getByRole("radio", { name: "Embed" }).click();
	await until.click();
	await expect.poll(() => page.getByRole("radio", { name: /^1 year/ }).isChecked()).toBe(true);
	await page.getByRole("radio", { name: "Through" }).click();
	// The proposed date is the last possible day, which is valid.
	expect(await page.getByText("Choose a date from today").count()).toBe(0);
	await page.getByRole("radio", { name: /^1 year/ }).click();
	await page.keyboard.press("Escape");
	await dialog.getByRole("button", { name: "Create and copy code" }).click();
	await dialog.getByText("Paste this code into your page").waitFor();
	const [session] = await call<{ createdAt: string; expiresAt: string }[]>(
		"GET",
		`/session?documentId=${id}`,
	);
	const duration = Date.parse(session?.expiresAt ?? "") - Date.parse(session?.createdAt ?? "");
	expect(Math.round(duration / 60_000)).toBe(minutesOfYear);
});

test("an end that was chosen for a link also applies to the code for a page", async () => {
	await uploadReady("chosen-end.pdf");
	const page = await openStudio(browser);
	const dialog = await openShareDialog(page, "chosen-end.pdf");
	const until = dialog.getByRole("button", { name: /^Valid until/ });
	await until.click();
	await page.getByRole("radio", { name: /^30 days/ }).click();
	await page.keyboard.press("Escape");
	await dialog.getByRole("radio", { name: "Embed" }).click();
	await until.click();
	await expect.poll(() => page.getByRole("radio", { name: /^30 days/ }).isChecked()).toBe(true);
});

test("a link until a date ends on that day", async () => {
	const { id } = await uploadReady("ends-on-a-date.pdf");
	const page = await openStudio(browser);
	const dialog = await openShareDialog(page, "ends-on-a-date.pdf");
	await dialog.getByRole("button", { name: /^Valid until/ }).click();
	await page.getByRole("radio", { name: /^2 days/ }).click();
	await page.getByRole("radio", { name: "Through" }).click();
	const chosen = await page.getByLabel("Last day").inputValue();
	await page.keyboard.press("Escape");
	await createLink(dialog);
	const [session] = await call<{ expiresAt: string }[]>("GET", `/session?documentId=${id}`);
	const lastMoment = new Date(`${chosen}T23:59:59`).getTime();
	const expiresAt = Date.parse(session?.expiresAt ?? "");
	expect(expiresAt).toBeLessThanOrEqual(lastMoment);
	expect(expiresAt).toBeGreaterThan(lastMoment - 3 * 60_000);
});

test("links for anyone are told apart by the time of their creation", async () => {
	const { id } = await uploadReady("several-links.pdf");
	await call("POST", `/session?documentId=${id}`);
	const [session] = await call<{ createdAt: string }[]>("GET", `/session?documentId=${id}`);
	const page = await openStudio(browser);
	const dialog = await openShareDialog(page, "several-links.pdf");
	const created = await page.evaluate(
		(time) =>
			new Intl.DateTimeFormat("en-US", {
				day: "numeric",
				month: "short",
				hour: "numeric",
				minute: "2-digit",
			}).format(new Date(time)),
		session?.createdAt ?? "",
	);
	await dialog.getByRole("listitem").getByText(`created ${created}`).waitFor();
});

test("a document that cannot be shown cannot be shared, and the reason is shown", async () => {
	const { id } = await upload("unreadable.pdf", new TextEncoder().encode("%PDF-1.7 broken"));
	expect(await waitForDocument(id, () => false)).toMatchObject({ status: "failed", viewable: false });
	const page = await openStudio(browser);
	const reason = "This document cannot be shown, so it cannot be shared.";
	await documentCard(page, "unreadable.pdf").click({ button: "right" });
	const item = page.getByRole("menuitem", { name: "Share…" });
	await expect.poll(() => item.getAttribute("aria-disabled")).toBe("true");
	await page.keyboard.press("Escape");
	await documentCard(page, "unreadable.pdf").click();
	const tool = page.getByRole("toolbar", { name: "1 selected" }).getByRole("button", { name: "Share…" });
	expect(await tool.getAttribute("title")).toBe(reason);
	await tool.press("Enter"); // Playwright does not click a button that it considers disabled
	await page.getByRole("log").getByText(reason).waitFor();
	expect(await page.getByRole("dialog").count()).toBe(0);
	await page.evaluate((address) => {
		location.hash = address;
	}, `#/document/${id}`);
	const button = page.getByRole("button", { name: "Share", exact: true });
	await expect.poll(() => button.isDisabled()).toBe(true);
	expect(await button.getAttribute("title")).toBe(reason);
});
