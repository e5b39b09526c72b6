// Scrolls at a steady pace through a document and through blank boxes of the same size, which take turns after some
// pages. Prints JSON: the numbers of long frames of the viewer and of the boxes; for how many milliseconds each page of
// the viewer was visible without a picture; and how many pages were never visible with a picture.
//
//   node e2e/bench/scroll.mjs URL PAGES PAGES_A_SECOND
import { withPage } from "../support/chromium.mjs";
import { waitUntilIdle } from "./idle.mjs";

const [url, count, pace] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];

/** The number of pages to scroll through in each turn. The turns of the document and of the boxes alternate. */
const pagesPerTurn = 100;

/**
 * Runs in the page. Scrolls by a number of pages, and returns what it has measured. `pace` is the number of pages per
 * second.
 */
function scroll({ pages, pace }) {
	const longFrame = 50;
	const stage = document.querySelector("#stage");
	const sheets = document.querySelector("#pages").children;
	const number = (text) => Number.parseFloat(text);
	const pitch = (() => {
		const [a, b] = [...sheets].slice(0, 2).map(({ style }) => number(style.top));
		return b - a;
	})();
	const height = stage.clientHeight;
	// By page number: the time at which the page became visible, and the time at which it was first visible with its
	// picture.
	const recordsByPage = new Map();
	let long = 0;

	/** Records which pages are visible, and which of them have their pictures. */
	function recordPages(now) {
		const top = stage.scrollTop;
		for (const { style, dataset, firstElementChild } of sheets) {
			const pageTop = number(style.top);
			if (pageTop > top + height || pageTop + number(style.height) < top) {
				continue;
			}
			const record = recordsByPage.get(dataset.page) ?? { since: now };
			recordsByPage.set(dataset.page, record);
			record.until = now;
			if (record.drawn === undefined && firstElementChild?.querySelector(":scope > :is(svg, img)")) {
				record.drawn = now;
			}
		}
	}

	return new Promise((done) => {
		const start = stage.scrollTop;
		let begin;
		let last;
		requestAnimationFrame(function frame(now) {
			begin ??= now;
			long += now - (last ?? now) > longFrame ? 1 : 0;
			last = now;
			recordPages(now);
			const passed = ((now - begin) / 1000) * pace;
			stage.scrollTop = start + Math.min(passed, pages) * pitch;
			if (passed < pages) {
				requestAnimationFrame(frame);
				return;
			}
			const all = [...recordsByPage.values()];
			done({
				long,
				blank: all.map(({ since, drawn, until }) => (drawn ?? until) - since),
				unseen: all.filter(({ drawn }) => drawn === undefined).length,
			});
		});
	});
}

/** Replaces the content of a page with blank boxes at the positions of the viewer's pages. */
async function makeBoxes(page, { width, height, pitch }) {
	await page.setContent(`<style>
		body { margin: 0 }
		#stage { position: absolute; inset: 0; overflow: auto; background: #eee }
		#pages { position: relative; height: ${pitch * count}px }
		#pages > div { position: absolute; left: 60px; width: ${width}px; height: ${height}px; background: #fff }
	</style><div id="stage"><div id="pages"></div></div>`);
	await page.evaluate(
		({ count, pitch, height }) => {
			for (let i = 0; i < count; i++) {
				const box = document.createElement("div");
				box.dataset.page = String(i + 1);
				box.style.top = `${i * pitch}px`;
				box.style.height = `${height}px`;
				document.querySelector("#pages").append(box);
			}
		},
		{ count, pitch, height },
	);
}

/** Runs in the page. Returns the size of the viewer's pages, and the distance between their top edges. */
function measurePages() {
	const [first, second] = [...document.querySelectorAll("#pages > .page")].map((sheet) =>
		sheet.getBoundingClientRect(),
	);
	return { width: first.width, height: first.height, pitch: second.top - first.top };
}

await withPage(async (page) => {
	await page.goto(url);
	await waitUntilIdle(page);
	const boxes = await page.context().newPage();
	await makeBoxes(boxes, await page.evaluate(measurePages));
	const result = { long: [], boxes: [], blank: [], unseen: 0 };
	for (let done = 0; done < count; done += pagesPerTurn) {
		const run = { pages: Math.min(pagesPerTurn, count - done - 1), pace };
		await page.bringToFront();
		await waitUntilIdle(page);
		const measured = await page.evaluate(scroll, run);
		await boxes.bringToFront();
		result.boxes.push((await boxes.evaluate(scroll, run)).long);
		result.long.push(measured.long);
		result.blank.push(...measured.blank);
		result.unseen += measured.unseen;
	}
	console.log(JSON.stringify(result));
});
