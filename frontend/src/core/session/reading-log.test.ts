import { describe, expect, it } from "vitest";
import { ReadingLog } from "./reading-log";

describe("the log of what is read", () => {
	it("counts the time in which a page is looked at", () => {
		const log = new ReadingLog();
		log.setPage(1, 0);
		expect(log.report(2_500)).toEqual({ seconds: 2, pages: [[1, 1]] });
		log.pause(3_000);
		expect(log.report(60_000)).toEqual({ seconds: 3, pages: [[1, 1]] });
	});

	it("has pages as runs, and none that was leafed past", () => {
		const log = new ReadingLog();
		for (const [page, time] of [
			[3, 0],
			[2, 1_000],
			[1, 2_000],
			[5, 2_100],
			[9, 4_000],
			[0, 5_000],
		] as const) {
			log.setPage(page, time);
		}
		expect(log.report(9_000)).toEqual({
			seconds: 5,
			pages: [
				[2, 3],
				[5, 5],
				[9, 9],
			],
		});
	});

	it("continues if the same page is reported again", () => {
		const log = new ReadingLog();
		log.setPage(1, 0);
		log.setPage(1, 600);
		expect(log.report(1_200)).toEqual({ seconds: 1, pages: [[1, 1]] });
	});

	it("does not count twice what was reported", () => {
		const log = new ReadingLog();
		log.setPage(1, 0);
		log.report(1_500);
		expect(log.report(3_000).seconds).toBe(3);
	});

	it("counts a page as seen that was before the reader on both sides of a report", () => {
		const log = new ReadingLog();
		log.setPage(1, 0);
		expect(log.report(600).pages).toEqual([]);
		log.setPage(2, 1_300);
		expect(log.report(1_300)).toEqual({ seconds: 1, pages: [[1, 1]] });
	});
});
