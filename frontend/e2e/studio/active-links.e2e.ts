import { afterAll, beforeAll, expect, test } from "vitest";
import { call, upload, waitForDocument } from "../support/api";
import { Browser } from "../support/browser";
import { makePDF } from "../support/documents";
import { type Server, startServer } from "../support/server";
import { openShareDialog } from "../support/sharing";
import { openStudio } from "../support/studio";

const browser = new Browser();

/** A separate server: other tests would add links. */
let server: Server;

beforeAll(async () => {
	server = await startServer();
});

afterAll(async () => {
	await server.stop();
});

async function uploadReady(name: string): Promise<string> {
	const { id } = await upload(name, makePDF(1), server);
	await waitForDocument(id, ({ status }) => status === "ready", server);
	return id;
}

async function createLink(id: string, parameters: string): Promise<string> {
	const path = `/session?documentId=${id}&${parameters}`;
	return (await call<{ viewerURL: string }>("POST", path, undefined, server)).viewerURL;
}

test("the active links of all documents are listed, from the share dialog too, and can be revoked", async () => {
	const offer = await uploadReady("offer.pdf");
	await uploadReady("kept-private.pdf");
	const address = await createLink(offer, "reader=Aino");
	const minutes = await uploadReady("minutes.pdf");
	await createLink(minutes, "reader=Zoë");
	const page = await openStudio(browser, "#/library", {}, server);
	const dialog = await openShareDialog(page, "kept-private.pdf");
	await dialog.getByRole("button", { name: "Links of all documents" }).click();
	await dialog.waitFor({ state: "detached" });
	expect(new URL(page.url()).hash).toBe("#/settings/links");

	const links = page.getByRole("region", { name: "Active links" });
	await links.getByText("Aino").waitFor();
	expect(await links.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual([
		"minutes.pdf",
		"offer.pdf",
	]);
	await links.getByRole("button", { name: "Revoke the link for Aino" }).click();
	await links.getByRole("button", { name: "Revoke now: link for Aino" }).click();
	await links.getByText("offer.pdf").waitFor({ state: "detached" });
	// The list hides the link as soon as the request is sent.
	await expect.poll(async () => (await fetch(address)).status).toBe(410);
	await links.getByText("Zoë").waitFor();
	await links.getByRole("button", { name: "minutes.pdf" }).click();
	await expect.poll(() => new URL(page.url()).hash).toBe(`#/document/${minutes}`);
});

test("a revocation that can be undone is kept when the list closes, and a message offers to undo it", async () => {
	const address = await createLink(await uploadReady("draft.pdf"), "reader=Ada");
	const page = await openStudio(browser, "#/settings/links", {}, server);
	await page.getByRole("button", { name: "Revoke the link for Ada" }).click();
	await page.getByRole("link", { name: "General" }).click();
	await page.getByRole("log").getByRole("button", { name: "Undo" }).click();
	await page.getByRole("link", { name: "Active links" }).click();
	await page.getByRole("button", { name: "Revoke the link for Ada" }).waitFor();
	expect((await fetch(address)).status).toBe(200);
});

test("the links of a document show their ends, and the profile and the theme that were chosen for them", async () => {
	const id = await uploadReady("several.pdf");
	await call("PUT", "/settings/viewer/profile/reading-room", { download: "none" }, server);
	await call("PUT", "/settings/viewer/theme/night", {}, server);
	const plain = await createLink(id, "");
	const styled = await createLink(id, "profile=reading-room&theme=night");
	const page = await openStudio(browser, "#/settings/links", {}, server);
	const rows = page.getByRole("list", { name: "several.pdf" }).getByRole("listitem");
	const rowOf = (address: string) => rows.filter({ hasText: `…${address.slice(-6)}` });
	await rowOf(styled).getByText("profile “reading-room” · theme “night”").waitFor();
	await rowOf(plain).waitFor();
	expect(
		await rowOf(plain)
			.getByText(/profile|theme/)
			.count(),
	).toBe(0);
});

test("a key that can only read sees the links, but cannot copy or revoke them", async () => {
	await createLink(await uploadReady("for-everyone.pdf"), "reader=Eino");
	const { key } = await call<{ key: string }>("POST", "/key?name=reader&role=read", undefined, server);
	const page = await openStudio(browser, "#/settings/links", {}, { ...server, key });
	await page.getByText("Eino").waitFor();
	expect(await page.getByRole("button", { name: /Eino/ }).count()).toBe(0);
});
