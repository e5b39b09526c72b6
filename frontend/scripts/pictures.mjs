/**
 * Takes the pictures of the README: `node scripts/pictures.mjs URL KEY`. URL is the address of a server with an empty
 * library, such as http://127.0.0.1:7399, and KEY is an API key with the role `admin`. The script adds the documents,
 * the theme and the session that the pictures show, and does not delete them.
 */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { browserFlags, headlessShell } from "../e2e/support/chromium.mjs";

const [url, key] = process.argv.slice(2);
if (url === undefined || key === undefined) {
	throw new Error("name a server and its key: node scripts/pictures.mjs URL KEY");
}
const samples = new URL("../../backend/samples/", import.meta.url);
const pictures = new URL("../../build/pictures/", import.meta.url);

async function call(method, path, body) {
	const isObject = body?.constructor === Object;
	const response = await fetch(`${url}${path}`, {
		method,
		headers: { Authorization: key, ...(isObject && { "Content-Type": "application/json" }) },
		body: isObject ? JSON.stringify(body) : body,
	});
	const text = await response.text();
	if (!response.ok) {
		throw new Error(`${method} ${path}: ${text}`);
	}
	return text === "" ? undefined : JSON.parse(text);
}

/** Adds a sample to the library under a name, and returns its id once it is converted. */
async function addSample(file, name) {
	const bytes = await readFile(new URL(file, samples));
	const { id } = await call("POST", `/api/v0/document/upload?filename=${encodeURIComponent(name)}`, bytes);
	await call("GET", `/api/v0/document/${id}?wait=ready`);
	return id;
}

/** Creates a document in the library from a template among the samples and its parameters. */
async function addFromTemplate(file, parameters, name) {
	const form = new FormData();
	form.set("template", new Blob([await readFile(new URL(file, samples))]), file);
	const params = JSON.parse(await readFile(new URL(parameters, samples), "utf8"));
	form.set("data", new Blob([JSON.stringify({ params, name, view: true })], { type: "application/json" }));
	const { taskID } = await call("POST", "/v1/task", form);
	await call("GET", `/v1/task/${taskID}?wait=completed`);
}

const browser = await chromium.launch({ executablePath: headlessShell, args: browserFlags });

async function openPage(address, colorScheme, width = 1280) {
	const page = await browser.newPage({ viewport: { width, height: (width * 5) / 8 }, colorScheme });
	await page.goto(address);
	return page;
}

/** Takes a picture of a page once all its images and fonts are loaded. */
async function takePicture(page) {
	await page.waitForFunction(() => [...document.images].every((image) => image.complete));
	await page.evaluate(() => document.fonts.ready);
	return page.screenshot();
}

async function save(name, picture) {
	const path = fileURLToPath(new URL(`${name}.png`, pictures));
	await writeFile(path, picture);
	console.log(path);
}

async function takeViewer(colorScheme, viewerURL) {
	const page = await openPage(viewerURL, colorScheme);
	await page.getByText("Welcome to Lectern").first().waitFor();
	await page.locator(".side img").last().waitFor();
	return takePicture(page);
}

async function openStudio(address, colorScheme) {
	const page = await openPage(`${url}/#key=${key}`, colorScheme, 1080);
	await page.getByRole("navigation", { name: "Lectern" }).waitFor();
	await page.evaluate((hash) => {
		location.hash = hash;
	}, address);
	return page;
}

async function takeLibrary() {
	const page = await openStudio("#/library", "light");
	await page.locator("[role=gridcell] img").nth(4).waitFor();
	return takePicture(page);
}

async function takeDesigner() {
	const page = await openStudio("#/designer/theme", "dark");
	await page.getByRole("button", { name: "Aubergine" }).click();
	await page.frameLocator("iframe").first().getByText("Welcome to Lectern").first().waitFor();
	return takePicture(page);
}

/** Puts pictures beside each other, each at 800 × 500 pixels. */
async function combine(...parts) {
	const page = await browser.newPage({ viewport: { width: 800 * parts.length, height: 500 } });
	const images = parts.map(
		(part) => `<img width="800" src="data:image/png;base64,${part.toString("base64")}">`,
	);
	await page.setContent(`<body style="display: flex; margin: 0">${images.join("")}`);
	return takePicture(page);
}

await addFromTemplate("deck.pptx", "deck.json", "Third quarter");
await addFromTemplate("invoice.docx", "invoice.json", "Invoice 2026-041");
await addSample("budget.xlsx", "Budget.xlsx");
await addSample("guide.pdf", "Guide.pdf");
const letter = await addSample("letter.docx", "Letter.docx");
const { viewerURL } = await call("POST", `/api/v0/session?documentId=${letter}&duration=60`);

await save("viewer", await takeViewer("light", viewerURL));
await save("viewer-dark", await takeViewer("dark", viewerURL));
await save("window", await combine(await takeLibrary(), await takeDesigner()));
await browser.close();
