import { expect, test } from "vitest";
import { uploadReady } from "../support/api";
import { Browser } from "../support/browser";
import { viewerFrame } from "../support/embedding";
import { HostSite, hostPage } from "../support/host-site";
import { sharedServer } from "../support/shared-server";
import { openShareDialog } from "../support/sharing";
import { openStudio } from "../support/studio";

const browser = new Browser();
const site = new HostSite();

test("the code for a page follows the choices, is copied, and shows the document", async () => {
	await uploadReady("embedded.pdf");
	const page = await openStudio(browser, "#/library", {
		permissions: ["clipboard-read", "clipboard-write"],
	});
	const dialog = await openShareDialog(page, "embedded.pdf");
	await dialog.getByRole("radio", { name: "Embed" }).click();
	await dialog.getByText("Readers of the page can").waitFor();
	const code = dialog.getByRole("region", { name: "Code for your page" });
	expect(await code.innerText()).toContain('data-session-id="…"');
	// Code that would not work can be neither copied nor selected.
	expect(await dialog.getByRole("button", { name: "Copy code", exact: true }).count()).toBe(0);
	expect(await code.evaluate((element) => getComputedStyle(element).userSelect)).toBe("none");

	await dialog.getByRole("combobox", { name: "Height" }).click();
	await page.getByRole("option", { name: "400 px" }).click();
	await expect.poll(() => code.innerText()).toContain("height: 400px");
	await dialog.getByRole("button", { name: "Create and copy code" }).click();
	await dialog.getByRole("status").getByText("Code copied").waitFor();
	const hint = dialog.getByText("Paste this code into your page");
	// In such a file, browsers do not show the frame of the viewer.
	expect(await hint.innerText()).toContain("not in a file opened from disk");
	const embedded = await code.innerText();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(embedded);

	await dialog.getByRole("combobox", { name: "Viewer" }).click();
	await page.getByRole("option", { name: "Over the page" }).click();
	await expect.poll(() => code.innerText()).toContain("svc-view-viewer-overlay");
	// Only the code of the first kind of viewer was copied.
	await dialog.getByRole("status").getByText("Code created. Copy it here:").waitFor();
	await dialog.getByRole("button", { name: "Copy code", exact: true }).click();
	await expect
		.poll(() => page.evaluate(() => navigator.clipboard.readText()))
		.toContain("svc-view-viewer-overlay");
	const overlay = await code.innerText();
	await dialog.getByRole("combobox", { name: "Viewer" }).click();
	await page.getByRole("option", { name: "Frame without script" }).click();
	await expect.poll(() => code.innerText()).toContain("<iframe");
	const frame = await code.innerText();

	const origin = [site.url, sharedServer().url];
	const inPage = await browser.open(site.addPage(hostPage("", embedded)), { origin });
	await viewerFrame(inPage, ".svc-view-viewer-embedded").locator("#pages.laid-out").waitFor();
	const overPage = await browser.open(site.addPage(hostPage("", overlay)), { origin });
	await overPage.waitForFunction(() => "SvcViewEmbed" in window);
	await overPage.getByRole("button", { name: "Open embedded.pdf" }).click();
	await overPage.frameLocator("dialog iframe").locator("#pages.laid-out").waitFor();
	const inFrame = await browser.open(site.addPage(hostPage("", frame)), { origin });
	await inFrame.frameLocator("iframe").locator("#pages.laid-out").waitFor();
});
