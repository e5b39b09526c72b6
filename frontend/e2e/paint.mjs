// Measures how long a viewer page and an empty page of the same server take from
// the start of the navigation until they are painted, each time in a fresh browser
// with a fresh profile. Prints JSON: [[viewer, empty], …] in milliseconds.
//
//   node e2e/paint.mjs VIEWER_URL EMPTY_URL
import { chromium } from "playwright-core";

const [viewer, empty] = process.argv.slice(2);
const runs = 7;

const flags = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

/** Milliseconds from the navigation's start until a frame after `ready` is on the screen. */
async function painted(url, ready) {
	const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
	try {
		const page = await browser.newPage();
		await page.goto(url, { waitUntil: "commit" });
		await page.waitForFunction(ready, undefined, { polling: "raf" });
		// The second frame's callback runs when the first one has been painted.
		return await page.evaluate(
			() =>
				new Promise((done) =>
					requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))),
				),
		);
	} finally {
		await browser.close();
	}
}

const results = [];
for (let run = 0; run < runs; run++) {
	results.push([
		await painted(viewer, () => document.querySelector(".page svg") !== null),
		await painted(empty, () => document.body !== null),
	]);
}
console.log(JSON.stringify(results));
