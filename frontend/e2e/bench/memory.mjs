// Goes through a document page by page, and measures the memory of the viewer after SOME and after ALL pages, with the
// thumbnails closed and open. Prints JSON: for each of these four measurements, the number of DOM nodes, the size of
// the JavaScript heap in bytes after garbage collection, and the number of fonts.
//
//   node e2e/bench/memory.mjs URL SOME ALL
import { withPage } from "../support/chromium.mjs";
import { waitUntilIdle } from "./idle.mjs";

const [url, some, all] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];

/** Runs in the page. Goes to each page as soon as the previous one is drawn. */
async function readPages({ from, to }) {
	const frame = () => new Promise((done) => requestAnimationFrame(done));
	for (let number = from; number <= to; number++) {
		document.querySelector("#page-field").value = String(number);
		document.querySelector("#page-form").requestSubmit();
		while (document.querySelector(`#pages [data-page="${number}"] > .face > :is(svg, img)`) === null) {
			await frame();
		}
	}
}

function goTo(number) {
	document.querySelector("#page-field").value = String(number);
	document.querySelector("#page-form").requestSubmit();
}

/**
 * Waits until the page is idle. Returns the number of its DOM nodes, the size of its heap in bytes, and the number of
 * its fonts.
 */
async function measureMemory(page, devtools) {
	await waitUntilIdle(page);
	await devtools.send("HeapProfiler.collectGarbage");
	const { nodes } = await devtools.send("Memory.getDOMCounters");
	const { usedSize } = await devtools.send("Runtime.getHeapUsage");
	return { nodes, heap: usedSize, fonts: await page.evaluate(() => document.fonts.size) };
}

async function measureBoth(page, devtools) {
	const toggleThumbnails = () => page.locator("#thumbnails-toggle").click();
	await toggleThumbnails();
	const shown = await measureMemory(page, devtools);
	await toggleThumbnails();
	return { open: shown, closed: await measureMemory(page, devtools) };
}

await withPage(async (page) => {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("HeapProfiler.enable");
	await page.goto(url);
	await waitUntilIdle(page);
	await page.evaluate(readPages, { from: 1, to: some });
	const before = await measureBoth(page, devtools);
	await page.evaluate(readPages, { from: some + 1, to: all });
	// The pages before and after the current one are then loaded, as in the first measurement.
	await page.evaluate(goTo, all - some);
	console.log(JSON.stringify({ before, after: await measureBoth(page, devtools) }));
});
