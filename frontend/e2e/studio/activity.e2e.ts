import words from "../../src/studio/languages/en/activity.json";
import { once } from "node:events";
import { createServer, type Server as Receiver } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { axeViolations } from "../support/axe";
import { Browser } from "../support/browser";
import { makeDocx, makePDF } from "../support/documents";
import { call, upload, uploadSample, waitForDocument } from "../support/api";
import { type Server, startServer } from "../support/server";

const browser = new Browser();
let server: Server;
let receiver: Receiver;
/** The address of the test's own server. Lectern fetches documents from it, and delivers events to it. */
let address: string;
/** The response that the receiver sends to each request. */
let receiverResponse: { status: number; body: string | Uint8Array };
/** The ids and bodies of the deliveries so far. */
let deliveries: { id: string; body: string }[];

beforeAll(async () => {
	server = await startServer("--allow-host", "127.0.0.1", "--webhook-retry", "1h");
	receiver = createServer((request, response) => {
		void buffer(request).then((body) => {
			if (request.method === "POST") {
				deliveries.push({ id: String(request.headers["webhook-id"]), body: body.toString() });
			}
			response.statusCode = receiverResponse.status;
			response.end(receiverResponse.body);
		});
	}).listen(0, "127.0.0.1");
	await once(receiver, "listening");
	address = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}`;
});

beforeEach(() => {
	receiverResponse = { status: 200, body: "thank you" };
	deliveries = [];
});

afterAll(async () => {
	receiver.close();
	await server.stop();
});

async function openActivity(part = ""): Promise<Page> {
	const page = await browser.open(`${server.url}/#key=${server.key}`, { origin: server.url });
	await page.getByRole("navigation", { name: "Lectern" }).waitFor();
	await goTo(page, part);
	return page;
}

async function goTo(page: Page, part: string): Promise<void> {
	await page.evaluate((hash) => {
		location.hash = hash;
	}, `#/activity/${part}`);
	await page.getByRole("heading", { name: "Activity" }).waitFor();
}

/** Returns the list item that contains a text, such as the name of a document or the address of a delivery. */
const listItem = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

/** Uploads a document whose events are delivered to a path of the receiver. */
function uploadWithHook(name: string, path: string): Promise<{ id: string }> {
	const webhookURL = encodeURIComponent(address + path);
	return call("POST", `/document/upload?filename=${name}&webhookURL=${webhookURL}`, makePDF(1), server);
}

test("a conversion appears live, and shows its steps and their durations", async () => {
	const page = await openActivity();
	const { id } = await upload("steps.docx", makeDocx(3, 11), server);
	const line = listItem(page, "steps.docx");
	await line.waitFor();
	await waitForDocument(id, ({ status }) => status === "ready", server);
	await expect.poll(() => line.innerText()).toContain("Ready");
	const { steps } = await call<{ steps: { name: string }[] }>(
		"GET",
		`/document/${id}/report`,
		undefined,
		server,
	);
	await page.getByRole("button", { name: "Steps of steps.docx" }).click();
	const table = page.getByRole("table", { name: "Steps of steps.docx" });
	await table.waitFor();
	const stepNames = steps.map(
		({ name }) => (words as Readonly<Record<string, string | object>>)[`step ${name}`],
	);
	expect(await table.getByRole("rowheader").allInnerTexts()).toEqual(stepNames);
	expect(await table.innerText()).toMatch(/\d ms/);
	await line.getByRole("link", { name: "steps.docx" }).click();
	await expect.poll(() => new URL(page.url()).hash).toBe(`#/document/${id}`);
});

test("a failure shows its reason and a remedy, and can be filtered by state and name", async () => {
	await upload("remarks.odt", new TextEncoder().encode("plain words"), server);
	const readyDocument = await upload("fine.pdf", makePDF(1), server);
	await waitForDocument(readyDocument.id, ({ status }) => status === "ready", server);
	const page = await openActivity();
	const line = listItem(page, "remarks.odt");
	await expect
		.poll(() => line.innerText())
		.toMatch(/not a supported type[\s\S]*Save the document in a supported format/);
	await page.getByRole("button", { name: "Needs attention", exact: true }).click();
	await listItem(page, "fine.pdf").waitFor({ state: "detached" });
	expect(await line.isVisible()).toBe(true);
	await page.getByRole("button", { name: "All", exact: true }).click();
	await page.getByRole("searchbox", { name: "Filter by name" }).fill("fine");
	await line.waitFor({ state: "detached" });
	await listItem(page, "fine.pdf").waitFor();
	await page.getByRole("searchbox", { name: "Filter by name" }).fill("nothing of that name");
	await page.getByText("No matches").waitFor();
});

test("the password of an encrypted document can be entered next to its failure", async () => {
	const { id } = await uploadSample("protected.pdf", server);
	const page = await openActivity();
	const line = listItem(page, "protected.pdf");
	const field = line.getByLabel("Password of protected.pdf");
	await field.fill("wrong");
	await field.press("Enter");
	await expect.poll(() => line.innerText()).toContain("The password does not open the document.");
	await field.fill("open sesame");
	await field.press("Enter");
	await waitForDocument(id, ({ status }) => status === "ready", server);
	await expect.poll(() => line.innerText()).toContain("Ready");
});

test("a fetch shows its address and the reason of its failure, and can be retried", async () => {
	receiverResponse = { status: 404, body: "" };
	const url = `${address}/reports/q3.pdf`;
	const { id } = await call<{ id: string }>(
		"POST",
		`/document?url=${encodeURIComponent(url)}`,
		undefined,
		server,
	);
	await upload("not-fetched.pdf", makePDF(1), server);
	const page = await openActivity("fetches");
	const line = listItem(page, "q3.pdf");
	await expect.poll(() => line.innerText()).toMatch(/404[\s\S]*Open the address in a browser/);
	expect(await line.innerText()).toContain(url);
	expect(await listItem(page, "not-fetched.pdf").count()).toBe(0);
	receiverResponse = { status: 200, body: makePDF(2) };
	await page.getByRole("button", { name: "Try again: q3.pdf" }).click();
	await waitForDocument(id, ({ status }) => status === "ready", server);
	await expect.poll(() => line.innerText()).toMatch(/Ready[\s\S]*2 pages/);
});

test("a forbidden fetch links to the settings that allow it", async () => {
	await call("POST", `/document?url=${encodeURIComponent("http://10.9.8.7/private.pdf")}`, undefined, server);
	const page = await openActivity("fetches");
	const line = listItem(page, "private.pdf");
	await line.getByRole("link", { name: "Network settings" }).click();
	await page.getByRole("textbox", { name: "Addresses that Lectern may call" }).waitFor();
});

// SECURITY.md, promise 38 (repeated deliveries)
test("a delivery shows its attempts, and can be sent now and again, with the same id and bytes", async () => {
	receiverResponse = { status: 503, body: "database is down" };
	const page = await openActivity("webhooks");
	await uploadWithHook("hook.pdf", "/first"); // the delivery must appear without a reload of the page
	const line = listItem(page, `${address}/first`).first();
	await expect
		.poll(() => line.innerText())
		.toMatch(/503[\s\S]*Will retry[\s\S]*An error occurred in the receiver[\s\S]*Next attempt: /);
	await line.getByRole("button", { name: /^Details of/ }).click();
	await line.getByText("database is down").waitFor();
	expect(await line.getByRole("region", { name: "Body" }).innerText()).toContain('"type": "document.posted"');
	const [failed] = deliveries;

	receiverResponse = { status: 200, body: "thank you" };
	deliveries = [];
	await line.getByRole("button", { name: /^Send now: msg_/ }).click();
	await page.getByText("Sending now.").waitFor();
	await expect.poll(() => deliveries[0]).toEqual(failed);
	const sendAgain = page.getByRole("button", { name: `Send again: ${failed?.id ?? ""}` });
	await sendAgain.waitFor();
	expect(await page.getByRole("listitem").filter({ has: sendAgain }).innerText()).toContain("Delivered");

	deliveries = [];
	await sendAgain.click();
	await page.getByText("Delivered.", { exact: true }).waitFor();
	expect(deliveries).toEqual([failed]);
	await page.getByRole("button", { name: "Failed", exact: true }).click();
	await page.getByText("No matches").waitFor();
});

test("a rejected replay shows the response of the receiver", async () => {
	await uploadWithHook("refused.pdf", "/second");
	const page = await openActivity("webhooks");
	const line = listItem(page, `${address}/second`).first();
	await expect.poll(() => line.innerText()).toContain("Delivered");
	receiverResponse = { status: 401, body: "who are you?" };
	await line.getByRole("button", { name: /^Send again/ }).click();
	await page.getByText("The receiver responded 401 Unauthorized.").first().waitFor();
});

test("a key with the role read has no buttons for changes", async () => {
	const { key } = await call<{ key: string }>("POST", "/key?name=reader&role=read", undefined, server);
	await call("POST", `/document?url=${encodeURIComponent("http://10.9.8.7/unread.pdf")}`, undefined, server);
	await uploadWithHook("read.pdf", "/third");
	const page = await browser.open(`${server.url}/#key=${key}`, { origin: server.url });
	await page.getByRole("navigation", { name: "Lectern" }).waitFor();
	await goTo(page, "fetches");
	await listItem(page, "unread.pdf").waitFor();
	expect(await page.getByRole("button", { name: /^Try again/ }).count()).toBe(0);
	expect(await page.getByRole("link", { name: "Network settings" }).count()).toBe(0);
	await goTo(page, "webhooks");
	await listItem(page, `${address}/third`).first().waitFor();
	expect(await page.getByRole("button", { name: /^Send/ }).count()).toBe(0);
});

test("axe finds nothing in the details of a delivery", async () => {
	await uploadWithHook("axe.pdf", "/axe");
	const page = await openActivity("webhooks");
	await listItem(page, `${address}/axe`)
		.first()
		.getByRole("button", { name: /^Details of/ })
		.click();
	await page.getByRole("region", { name: "Body" }).waitFor();
	expect(await axeViolations(page)).toEqual([]);
});
