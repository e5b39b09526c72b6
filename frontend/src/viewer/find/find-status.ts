import { ResponseError } from "../../api/session";
import { fillPlaceholders } from "../../core/format/placeholders";
import type { SearchRun } from "./search-run";
import type { SearchOptions } from "../../core/search/query";
import { translations } from "../translations";

/** The texts that describe the state of a search. */
export interface FindStatus {
	/** The current hit and the number of hits. */
	readonly count: string;
	/**
	 * A note that the search failed, that only a part of the pages was searched, or which options may have excluded all
	 * hits; empty otherwise.
	 */
	readonly note: string;
	/** Whether there are hits to go to. */
	readonly found: boolean;
	/** Whether the search has ended without a hit. */
	readonly hasNoHits: boolean;
}

const emptyStatus: FindStatus = { count: "", note: "", found: false, hasNoHits: false };

/**
 * Returns the texts for the state of a search, or for its failure. `pages` is the number of pages that the document has
 * so far.
 */
export function findStatusOf(
	run: SearchRun | undefined,
	pages: number,
	failure: string | undefined,
): FindStatus {
	if (run === undefined || failure !== undefined) {
		return { ...emptyStatus, note: failure ?? "" };
	}
	const { hits, complete } = run.cursor.progress;
	const hasNoHits = complete && hits === 0;
	return {
		count: countOf(run),
		note: noteOf(run, pages),
		found: hits > 0 || run.cursor.current !== undefined,
		hasNoHits,
	};
}

function noteOf(run: SearchRun, pages: number): string {
	const { hits, complete } = run.cursor.progress;
	if (complete && run.searchablePages < pages) {
		return fillPlaceholders(translations.searchSoFar, { count: format(run.searchablePages) });
	}
	return complete && hits === 0 ? activeOptions(run.query) : "";
}

/** Returns a text that names the options that are turned on; empty if there are none. */
function activeOptions(options: SearchOptions): string {
	const names = [
		...(options.case ? [translations.searchCase] : []),
		...(options.word ? [translations.searchWord] : []),
		...(options.marks ? [translations.searchMarks] : []),
	];
	if (names.length === 0) {
		return "";
	}
	const list = new Intl.ListFormat(document.documentElement.lang).format(names);
	return fillPlaceholders(translations.activeOptions, { options: list });
}

function countOf({ cursor }: SearchRun): string {
	const { number, hits, complete } = cursor.progress;
	if (hits === 0) {
		return complete ? translations.searchNone : translations.searching;
	}
	const count = `${format(hits)}${complete ? "" : "…"}`;
	return number === undefined
		? fillPlaceholders(translations.searchHits, { count })
		: fillPlaceholders(translations.searchCount, { number: format(number), count });
}

function format(number: number): string {
	return new Intl.NumberFormat(document.documentElement.lang).format(number);
}

/**
 * Returns the message about a failed search. The server's own message is used if the server rejected the search,
 * because the reader can then change it.
 */
export function failureMessage(error: unknown): string {
	const isRejected = error instanceof ResponseError && error.status < 500;
	return (isRejected ? error.reason?.text : undefined) ?? translations.searchFailed;
}
