// Measures the time from the start of the navigation until a page is painted, each time in a new browser with a new
// profile. The pages take turns. Prints JSON: for each page, the times in milliseconds, and the numbers of bytes that
// were transferred until the page was painted.
//
//   node e2e/bench/paint.mjs RUNS (viewer|empty|pdfjs)=URL …
import { withPage } from "../support/chromium.mjs";

const [runs, ...pages] = process.argv.slice(2);

/** For each kind of page, a function that reports whether the page is drawn. */
const drawn = {
	viewer: () => document.querySelector("#pages .page > .face > :is(svg, img)") !== null,
	empty: () => document.body !== null,
	// The page sets this attribute when the viewer has drawn page 1.
	pdfjs: () => document.documentElement.dataset.drawn === "1",
};

/**
 * Starts counting the bytes that a page receives over the network. Returns a function that returns the number of bytes
 * so far.
 */
async function countBytes(page) {
	const devtools = await page.context().newCDPSession(page);
	const requests = new Map();
	devtools.on("Network.responseReceived", ({ requestId, response }) => {
		requests.set(requestId, response.encodedDataLength);
	});
	devtools.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
		requests.set(requestId, (requests.get(requestId) ?? 0) + encodedDataLength);
	});
	devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
		requests.set(requestId, encodedDataLength);
	});
	await devtools.send("Network.enable");
	return () => [...requests.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * Runs in the page as an init script. Sets `window.painted` to the time at which the first frame for which `ready`
 * returns true is on the screen.
 */
function watch(ready) {
	const isReady = new Function(`return (${ready})()`);
	const checkFrame = () => {
		if (!isReady()) {
			requestAnimationFrame(checkFrame);
			return;
		}
		// The callback of the second frame runs after the first frame has been painted.
		requestAnimationFrame(() =>
			requestAnimationFrame(() => {
				window.painted = performance.now();
			}),
		);
	};
	requestAnimationFrame(checkFrame);
}

async function measure(kind, url) {
	return withPage(async (page) => {
		const bytes = await countBytes(page);
		await page.addInitScript(watch, String(drawn[kind]));
		await page.goto(url, { waitUntil: "commit" });
		const painted = await page.waitForFunction(() => window.painted, undefined, { polling: 20 });
		return { milliseconds: await painted.jsonValue(), bytes: bytes() };
	});
}

const results = Object.fromEntries(pages.map((page) => [page.slice(0, page.indexOf("=")), []]));
for (let run = 0; run < Number(runs); run++) {
	for (const page of pages) {
		const kind = page.slice(0, page.indexOf("="));
		results[kind].push(await measure(kind, page.slice(kind.length + 1)));
	}
}
console.log(JSON.stringify(results));
