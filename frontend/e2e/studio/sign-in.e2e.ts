import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { call, uploadReady } from "../support/api";
import { sharedServer } from "../support/shared-server";
import { documentCard, openStudio } from "../support/studio";
import { touchScreen } from "../support/touch-targets";

const browser = new Browser();

test("asks for a key, rejects an invalid one, and opens with a valid one", async () => {
	const page = await browser.open(`${sharedServer().url}/`, { expected: /401/ });
	const field = page.getByLabel("API key");
	await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
	await field.fill("wrong");
	await page.getByRole("button", { name: "Open the library" }).click();
	const problem = page.getByRole("alert");
	await expect.poll(() => problem.innerText()).toContain("not valid");
	const hint = page.getByText("lectern key create NAME");
	// The hint stays after a wrong key, because it explains how to create a key.
	expect(await hint.innerText()).toContain("--data");
	const described = await field.getAttribute("aria-describedby");
	expect(described?.split(" ")).toEqual([await problem.getAttribute("id"), await hint.getAttribute("id")]);
	await field.fill(sharedServer().key);
	await page.getByRole("button", { name: "Open the library" }).click();
	await page.getByRole("heading", { name: "All documents" }).waitFor();
	expect(page.url()).not.toContain(sharedServer().key);
});

test("the field for the key does not open the keyboard of a touch screen", async () => {
	const page = await browser.open(`${sharedServer().url}/`, { ...touchScreen, expected: /401/ });
	const field = page.getByLabel("API key");
	await field.waitFor();
	expect(await field.evaluate((element) => element === document.activeElement)).toBe(false);
});

test("a key in the address is used once, and removed from it", async () => {
	const page = await openStudio(browser);
	expect(page.url()).not.toContain(sharedServer().key);
	await page.reload();
	await page.getByRole("heading", { name: "All documents" }).waitFor();
});

test("a key with the role read opens documents, and shares none", async () => {
	await uploadReady("read-only.pdf");
	const { key } = await call<{ key: string }>("POST", "/key?name=reader&role=read");
	const page = await openStudio(browser, "#/library", {}, { url: sharedServer().url, key });
	await documentCard(page, "read-only.pdf").dblclick();
	await page.frameLocator("iframe:visible").locator("svg text").first().waitFor();
	expect(await page.getByRole("button", { name: "Share" }).count()).toBe(0);
	await page.getByRole("button", { name: "Close read-only.pdf" }).click();
	await page.getByRole("heading", { name: "All documents" }).waitFor();
});

test("says that the key is no longer valid", async () => {
	const { key, id } = await call<{ key: string; id: string }>("POST", "/key?name=short-lived&role=write");
	const page = await openStudio(browser, "#/library", { expected: /401/ }, { url: sharedServer().url, key });
	await page.getByRole("heading", { name: "All documents" }).waitFor();
	await call("DELETE", `/key/${id}`);
	await expect.poll(() => page.getByRole("alert").innerText()).toContain("is no longer valid");
});
