import { withoutMark } from "./copy-text";
import { type NumberedWord, numberedLines } from "./hit-ranges";
import { blocksOf, type Passage, passagesOf } from "./passages";
import type { Box, PageLink, PageWords } from "./page-text";

/** Where a run of text leads: to a page, or to an address that is safe to follow. */
export type Target = { readonly page: number; readonly uri?: undefined } | { readonly uri: string };

/** A stretch of a passage that leads to one target, or to none. */
export interface Run {
	readonly text: string;
	readonly target?: Target;
}

/** A passage with its links. */
export interface LinkedPassage extends Passage {
	/** Its text, of an item without its mark. */
	readonly runs: readonly Run[];
	/**
	 * Of each letter of that text its number among the letters of the page's words, -1 of white space. Hyphens and marks
	 * that the text lacks have none.
	 */
	readonly letters: readonly number[];
}

/** A page with more links is one of another kind: none of them is made. */
const mostLinks = 500;

/** The passages of a page for reading, with the links that lie over their words. */
export function linkedPassages(words: PageWords): LinkedPassage[] {
	const links = (words.links ?? []).length > mostLinks ? [] : (words.links ?? []);
	const lines = numberedLines(words);
	return blocksOf(words).flatMap((block) => {
		const letters = lettersOf(lines.slice(block.first, block.first + block.count).flat(), links);
		return passagesOf({ ...words, blocks: [block] }).map((passage) => {
			const text = passage.kind === "item" ? withoutMark(passage.text) : passage.text;
			const own = matched(passage.text, letters).slice(passage.text.length - text.length);
			return { ...passage, runs: runsOf(text, own), letters: own.map((letter) => letter?.number ?? -1) };
		});
	});
}

interface Letter {
	readonly letter: string;
	readonly number: number;
	readonly link: PageLink | undefined;
}

/** The letters of words, UTF-16 units, each with the link over it. */
function lettersOf(words: readonly NumberedWord[], links: readonly PageLink[]): Letter[] {
	return words.flatMap(({ text, box, from }) => {
		const link = links.find((one) => covers(one.box, box));
		return text.split("").map((letter, index) => ({ letter, number: from + index, link }));
	});
}

/** Whether the middle of a word is in a rectangle. */
function covers([x0, y0, x1, y1]: Box, box: Box): boolean {
	const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
	return x >= x0 && x <= x1 && y >= y0 && y <= y1;
}

/** Of each letter of a text the one of words that it is, which have hyphens and marks besides; white space is none. */
function matched(text: string, letters: readonly Letter[]): (Letter | undefined)[] {
	let at = 0;
	return text.split("").map((letter) => {
		if (/\s/u.test(letter)) {
			return undefined;
		}
		while (at < letters.length && letters[at]?.letter !== letter) {
			at++;
		}
		return letters[at++];
	});
}

/** Parts a text where links begin and end. */
function runsOf(text: string, letters: readonly (Letter | undefined)[]): Run[] {
	const runs: Run[] = [];
	let link: PageLink | undefined;
	let run = "";
	const end = () => {
		if (run !== "") {
			const target = link === undefined ? undefined : targetOf(link);
			runs.push(target === undefined ? { text: run } : { text: run, target });
		}
		run = "";
	};
	for (const [index, letter] of text.split("").entries()) {
		const next = /\s/u.test(letter) ? link : letters[index]?.link;
		if (next !== link) {
			end();
			link = next;
		}
		run += letter;
	}
	end();
	return runs;
}

/** Where a link leads; undefined where nobody may be led. */
function targetOf({ target }: PageLink): Target | undefined {
	if (target.uri !== undefined) {
		return isSafe(target.uri) ? { uri: target.uri } : undefined;
	}
	const page = target.page ?? 0;
	return Number.isInteger(page) && page > 0 ? { page } : undefined;
}

/** Whether an address is one of those that a document may lead to: none that runs or opens something. */
function isSafe(uri: string): boolean {
	return /^(?:https?:\/\/|mailto:)[^\s\p{Cc}]+$/iu.test(uri);
}
