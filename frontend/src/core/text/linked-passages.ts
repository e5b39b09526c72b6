import { withoutBullet } from "./copy-text";
import { numberedLines, type NumberedWord } from "./hit-ranges";
import { blocksOf, type Passage, passagesOf } from "./passages";
import type { Box, PageLink, PageWords } from "./page-text";

/** The target of a run of text: a page of the document, or a safe URL. */
export type Target = { readonly page: number; readonly uri?: undefined } | { readonly uri: string };

/** A part of a passage that has one link target, or none. */
export interface Run {
	readonly text: string;
	readonly target?: Target;
}

/** A passage with its links. */
export interface LinkedPassage extends Passage {
	/** The text as runs. A list item's text has no bullet. */
	readonly runs: readonly Run[];
	/**
	 * For each letter of the text in `runs`, its number among the letters of the page's words, or -1 for white space.
	 * Hyphens and bullets that the text omits have no entry.
	 */
	readonly letters: readonly number[];
}

/** The maximum number of links on a page. On a page with more links, no links are shown. */
const maxLinks = 500;

/** Returns the passages of a page for reading, in which words under a link have its target. */
export function linkedPassages(words: PageWords): LinkedPassage[] {
	const links = (words.links ?? []).length > maxLinks ? [] : (words.links ?? []);
	const lines = numberedLines(words);
	return blocksOf(words).flatMap((block) => {
		const letters = lettersOf(lines.slice(block.first, block.first + block.count).flat(), links);
		return passagesOf({ ...words, blocks: [block] }).map((passage) => {
			const text = passage.kind === "item" ? withoutBullet(passage.text) : passage.text;
			const textLetters = matchLetters(passage.text, letters).slice(passage.text.length - text.length);
			return {
				...passage,
				runs: runsOf(text, textLetters),
				letters: textLetters.map((letter) => letter?.number ?? -1),
			};
		});
	});
}

interface Letter {
	readonly letter: string;
	readonly number: number;
	readonly link: PageLink | undefined;
}

/** Returns the letters (UTF-16 units) of words, each with the link that covers it. */
function lettersOf(words: readonly NumberedWord[], links: readonly PageLink[]): Letter[] {
	return words.flatMap(({ text, box, firstLetter }) => {
		const link = links.find((one) => containsMiddle(one.box, box));
		return text.split("").map((letter, index) => ({ letter, number: firstLetter + index, link }));
	});
}

/** Reports whether the middle of a word is in a rectangle. */
function containsMiddle([x0, y0, x1, y1]: Box, box: Box): boolean {
	const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
	return x >= x0 && x <= x1 && y >= y0 && y <= y1;
}

/**
 * Maps each letter of a text to its letter in the words of the page. The words also contain hyphens and bullets that
 * the text omits. White space maps to undefined.
 */
function matchLetters(text: string, letters: readonly Letter[]): (Letter | undefined)[] {
	let position = 0;
	return text.split("").map((letter) => {
		if (/\s/u.test(letter)) {
			return undefined;
		}
		while (position < letters.length && letters[position]?.letter !== letter) {
			position++;
		}
		return letters[position++];
	});
}

/** Splits a text where links start and end. */
function runsOf(text: string, letters: readonly (Letter | undefined)[]): Run[] {
	const runs: Run[] = [];
	let link: PageLink | undefined;
	let run = "";
	const finishRun = () => {
		if (run !== "") {
			const target = link === undefined ? undefined : targetOf(link);
			runs.push(target === undefined ? { text: run } : { text: run, target });
		}
		run = "";
	};
	for (const [index, letter] of text.split("").entries()) {
		const next = /\s/u.test(letter) ? link : letters[index]?.link;
		if (next !== link) {
			finishRun();
			link = next;
		}
		run += letter;
	}
	finishRun();
	return runs;
}

/** Returns the target of a link; undefined if it is missing or unsafe. */
function targetOf({ target }: PageLink): Target | undefined {
	if (target.uri !== undefined) {
		return isSafe(target.uri) ? { uri: target.uri } : undefined;
	}
	const page = target.page ?? 0;
	return Number.isInteger(page) && page > 0 ? { page } : undefined;
}

/** Reports whether an address may be followed: its scheme cannot run a script or start a program. */
function isSafe(uri: string): boolean {
	return /^(?:https?:\/\/|mailto:)[^\s\p{Cc}]+$/iu.test(uri);
}
