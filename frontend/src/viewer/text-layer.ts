import { blocksOf } from "../core/passages";
import { fills, grown, reaches, wordRooms } from "../core/reach";
import {
	type Block,
	type Box,
	type Measure,
	type PageWords,
	placeLine,
	type PlacedLine,
	type PlacedWord,
} from "../core/textlayer";
import { joinWords } from "../core/wordruns";

/**
 * The layer is laid out this many times larger than the page in points and scaled
 * down again, so that a browser's smallest font size does not displace small print.
 */
const enlargement = 4;

const family = "sans-serif";

/** The words that layers were made of, and the number of each line in them. */
const wordsOfLayers = new WeakMap<Element, PageWords>();
const numbersOfLines = new WeakMap<Element, number>();

/** The words that a layer shows. */
export function wordsIn(layer: Element): PageWords | undefined {
	return wordsOfLayers.get(layer);
}

/** The number of the line that an element of a layer is. */
export function lineNumber(element: Element): number | undefined {
	return numbersOfLines.get(element);
}

/**
 * The words of a page as transparent text over its picture: a block per line and an
 * inline box per word, or for several that stand where the text puts them. Both stay in the flow, so that copied
 * lines end where they end and words stay in reading order whichever way they run; but they take no room
 * in it and are moved to where they stand. What lines make up is told to those who have it read aloud.
 */
export function makeTextLayer(words: PageWords): HTMLElement {
	const layer = document.createElement("div");
	layer.className = "text";
	layer.style.width = px(words.width);
	layer.style.height = px(words.height);
	const measure = measurer();
	const rooms = reaches(
		words.lines.map((line) => line.box),
		words,
	);
	const lines = words.lines.map((line, index) => {
		const room = rooms[index] ?? line.box;
		const placed = grown(placeLine(line, measure), room);
		const element = makeLine(fills(placed, room) ? joinWords(line, placed, measure) : placed, room);
		numbersOfLines.set(element, index);
		return element;
	});
	layer.append(...makeBlocks(blocksOf(words), lines));
	wordsOfLayers.set(layer, words);
	return layer;
}

/** Groups lines into blocks, and the items of a list into one. */
function makeBlocks(blocks: readonly Block[], lines: readonly HTMLElement[]): Element[] {
	const made: Element[] = [];
	let list: Element | undefined;
	for (const block of blocks) {
		const element = makeBlock(block, lines.slice(block.first, block.first + block.count));
		if (block.kind !== "item") {
			list = undefined;
			made.push(...element);
		} else if (list === undefined) {
			list = group("list", element);
			made.push(list);
		} else {
			list.append(...element);
		}
	}
	return made;
}

const roles: Partial<Record<Block["kind"], string>> = {
	heading: "heading",
	paragraph: "paragraph",
	item: "listitem",
};

function makeBlock(block: Block, lines: readonly HTMLElement[]): readonly Element[] {
	const role = roles[block.kind];
	if (block.rows !== undefined) {
		return [makeTable(block.rows, lines)];
	}
	if (role === undefined) {
		return lines;
	}
	const [only] = lines;
	const element = lines.length === 1 && only !== undefined ? only : group(role, lines);
	if (role !== "paragraph") {
		element.setAttribute("role", role);
	}
	if (role === "heading") {
		element.setAttribute("aria-level", String(block.level ?? 2));
	}
	return [element];
}

function makeTable(rows: readonly (readonly number[])[], lines: readonly HTMLElement[]): Element {
	let line = 0;
	const made = rows.map((row) => {
		const cells = row.map((count) => group("cell", lines.slice(line, (line += count))));
		return group("row", cells);
	});
	return group("table", made);
}

/** An element around others that does not move them. */
function group(role: string, children: readonly Element[]): HTMLElement {
	const element = document.createElement("div");
	element.setAttribute("role", role);
	element.append(...children);
	return element;
}

/** Fits a layer to a page that is shown at `scale` CSS pixels per point. */
export function scaleTextLayer(layer: HTMLElement, scale: number): void {
	layer.style.transform = `scale(${scale / enlargement})`;
}

function makeLine(line: PlacedLine, room: Box): HTMLElement {
	const block = document.createElement("div");
	block.className = "line";
	const { style } = block;
	style.left = px(line.left);
	style.top = px(line.top);
	const [width, height] = line.vertical ? [line.thickness, line.length] : [line.length, line.thickness];
	style.width = px(width);
	style.height = px(height);
	style.marginBottom = px(-height);
	style.lineHeight = px(line.thickness);
	style.fontSize = px(line.fontSize);
	if (line.vertical) {
		style.writingMode = "vertical-rl";
	}
	const last = line.words.length - 1;
	const rooms = wordRooms(line, room);
	for (const [index, word] of line.words.entries()) {
		const box = document.createElement("span");
		box.textContent = index < last ? `${word.text} ` : word.text;
		box.style.letterSpacing = px(word.spacing);
		box.style.wordSpacing = px(word.wordSpacing);
		place(box, line, word, rooms[index] ?? room);
		block.append(box);
	}
	return block;
}

/**
 * Puts a word to its place in the line. Its padding fills its room, so that a selection
 * that is dragged beside it ends at this word; its margins take the padding
 * and its length back out of the flow.
 */
function place({ style }: HTMLElement, line: PlacedLine, word: PlacedWord, room: Box): void {
	const { left, top, thickness, vertical } = line;
	const start = (vertical ? top : left) + word.start;
	const [x0, y0, x1, y1] = vertical
		? [left, start, left + thickness, start + word.length]
		: [start, top, start + word.length, top + thickness];
	const pads = [y0 - room[1], room[2] - x1, room[3] - y1, x0 - room[0]].map((pad) => Math.max(pad, 0));
	const [above = 0, right = 0, below = 0, before = 0] = pads;
	style.padding = pads.map(px).join(" ");
	if (vertical) {
		const height = word.length + above + below;
		style.top = px(word.start - above);
		style.height = px(height);
		style.margin = [0, -right, -height, -before].map(px).join(" ");
	} else {
		const width = word.length + before + right;
		style.left = px(word.start - before);
		style.width = px(width);
		style.margin = [-above, -width, -below, 0].map(px).join(" ");
	}
}

function px(points: number): string {
	return `${Math.round(points * enlargement * 100) / 100}px`;
}

let canvas: CanvasRenderingContext2D | null | undefined;

/** Measures text as the layer draws it; text widths grow with the font, so one font size serves all. */
function measurer(): Measure {
	canvas ??= document.createElement("canvas").getContext("2d");
	const context = canvas;
	if (context === null) {
		return (text, fontSize) => text.length * fontSize * 0.5;
	}
	context.font = `100px ${family}`;
	return (text, fontSize) => (context.measureText(text).width * fontSize) / 100;
}
