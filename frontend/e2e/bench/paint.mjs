// Measures how long pages take from the start of the navigation until they are painted, each
// time in a fresh browser with a fresh profile, the pages in turn. Prints JSON, by page: the
// milliseconds, and the bytes that were transferred until then.
//
//   node e2e/bench/paint.mjs RUNS (viewer|empty|pdfjs)=URL …
import { withPage } from "../support/chromium.mjs";

const [runs, ...pages] = process.argv.slice(2);

/** Functions that report whether a page of a kind is drawn. */
const drawn = {
	viewer: () => document.querySelector("#pages .page > .face > :is(svg, img)") !== null,
	empty: () => document.body !== null,
	// Its page says so when the viewer has drawn page 1.
	pdfjs: () => document.documentElement.dataset.drawn === "1",
};

/** Counts the bytes that a page receives, as they go over the wire. */
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

/** Runs in the page from its beginning: `painted` is set when the frame after `ready` is on the screen. */
function watch(ready) {
	const isReady = new Function(`return (${ready})()`);
	const look = () => {
		if (!isReady()) {
			requestAnimationFrame(look);
			return;
		}
		// The second frame's callback runs when the first one has been painted.
		requestAnimationFrame(() =>
			requestAnimationFrame(() => {
				window.painted = performance.now();
			}),
		);
	};
	requestAnimationFrame(look);
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
