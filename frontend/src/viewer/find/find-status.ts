import { fill } from "../../core/format/placeholders";
import type { SearchRun } from "./search-run";
import { words } from "../words";

/** What is told of a search. */
export interface Telling {
	/** Which hit of how many. */
	readonly count: string;
	/** What else there is to say. */
	readonly note: string;
	/** There are hits to go to. */
	readonly found: boolean;
	/** There is nothing. */
	readonly none: boolean;
}

const nothing: Telling = { count: "", note: "", found: false, none: false };

/** Puts into words how a search stands in a document of which so many pages are there, or why it has failed. */
export function tellingOf(run: SearchRun | undefined, pages: number, failure: string | undefined): Telling {
	if (run === undefined || failure !== undefined) {
		return { ...nothing, note: failure ?? "" };
	}
	const { hits, complete } = run.finding.progress;
	const partly = complete && run.searched < pages;
	return {
		count: countOf(run),
		note: partly ? fill(words.searchSoFar, { count: format(run.searched) }) : "",
		found: hits > 0 || run.finding.current !== undefined,
		none: complete && hits === 0,
	};
}

function countOf({ finding }: SearchRun): string {
	const { number, hits, complete } = finding.progress;
	if (hits === 0) {
		return complete ? words.searchNone : words.searching;
	}
	const count = `${format(hits)}${complete ? "" : "…"}`;
	return number === undefined
		? fill(words.searchHits, { count })
		: fill(words.searchCount, { number: format(number), count });
}

function format(number: number): string {
	return new Intl.NumberFormat(document.documentElement.lang).format(number);
}
