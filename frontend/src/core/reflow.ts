import { withoutMark } from "./copytext";
import { blocksOf, type Passage, passagesOf } from "./passages";
import type { Block, Box, PageLink, PageWords } from "./textlayer";

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
}

/** A page with more links is one of another kind: none of them is made. */
const mostLinks = 500;

/** The passages of a page for reading, with the links that lie over their words. */
export function linkedPassages(words: PageWords): LinkedPassage[] {
	const links = (words.links ?? []).length > mostLinks ? [] : (words.links ?? []);
	return blocksOf(words).flatMap((block) =>
		passagesOf({ ...words, blocks: [block] }).map((passage) => {
			const text = passage.kind === "item" ? withoutMark(passage.text) : passage.text;
			return { ...passage, runs: runsOf(text, lettersOf(words, block, links)) };
		}),
	);
}

interface Letter {
	readonly letter: string;
	readonly link: PageLink | undefined;
}

/** The letters of a block's words, each with the link over it. */
function lettersOf(words: PageWords, block: Block, links: readonly PageLink[]): Letter[] {
	const lines = words.lines.slice(block.first, block.first + block.count);
	return lines.flatMap((line) =>
		line.words.flatMap(({ text, box }) => {
			const link = links.find((one) => covers(one.box, box));
			return Array.from(text, (letter) => ({ letter, link }));
		}),
	);
}

/** Whether the middle of a word is in a rectangle. */
function covers([x0, y0, x1, y1]: Box, box: Box): boolean {
	const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
	return x >= x0 && x <= x1 && y >= y0 && y <= y1;
}

/** Parts a text where links begin and end. Its letters are those of the words, but for hyphens and marks that it lacks. */
function runsOf(text: string, letters: readonly Letter[]): Run[] {
	const runs: Run[] = [];
	let at = 0;
	let link: PageLink | undefined;
	let run = "";
	const end = () => {
		if (run !== "") {
			const target = link === undefined ? undefined : targetOf(link);
			runs.push(target === undefined ? { text: run } : { text: run, target });
		}
		run = "";
	};
	for (const letter of text) {
		if (!/\s/u.test(letter)) {
			while (at < letters.length && letters[at]?.letter !== letter) {
				at++;
			}
			const next = letters[at++]?.link;
			if (next !== link) {
				end();
				link = next;
			}
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
