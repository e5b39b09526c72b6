// Reads through a document, page by page, and measures what the viewer holds after some pages and
// after all, with the thumbnails closed and open. Prints JSON: for each of the two, closed and
// open, the DOM nodes, the bytes of the JavaScript heap after it was collected, and the fonts.
//
//   node e2e/bench/memory.mjs URL SOME ALL
import { withPage } from "../support/chromium.mjs";
import { rest } from "./reading.mjs";

const [url, some, all] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];

/** Runs in the page: reads on, each page as soon as the one before is drawn. */
async function read({ from, to }) {
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

/** Returns the number of nodes, the size of the heap in bytes and the number of fonts of an idle page. */
async function weigh(page, devtools) {
	await rest(page);
	await devtools.send("HeapProfiler.collectGarbage");
	const { nodes } = await devtools.send("Memory.getDOMCounters");
	const { usedSize } = await devtools.send("Runtime.getHeapUsage");
	return { nodes, heap: usedSize, fonts: await page.evaluate(() => document.fonts.size) };
}

async function weighBoth(page, devtools) {
	const open = () => page.locator("#thumbnails-toggle").click();
	await open();
	const shown = await weigh(page, devtools);
	await open();
	return { open: shown, closed: await weigh(page, devtools) };
}

await withPage(async (page) => {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("HeapProfiler.enable");
	await page.goto(url);
	await rest(page);
	await page.evaluate(read, { from: 1, to: some });
	const before = await weighBoth(page, devtools);
	await page.evaluate(read, { from: some + 1, to: all });
	await page.evaluate(goTo, all - some); // with pages before and behind it, as then
	console.log(JSON.stringify({ before, after: await weighBoth(page, devtools) }));
});
