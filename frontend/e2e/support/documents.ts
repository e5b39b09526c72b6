import { crc32 } from "node:zlib";

/** Functions that create documents for tests. */

/** A page's width and height in points. */
export type PageSize = readonly [width: number, height: number];

const a4: PageSize = [595, 842];

/** Returns a PDF of `count` A4 pages, each with a line 'Page number N' and a line of three words. */
export function makePDF(count: number): Uint8Array<ArrayBuffer> {
	return makeSizedPDF(Array.from({ length: count }, () => a4));
}

/** Returns a PDF with one page of each size. The pages have the same lines as those of {@link makePDF}. */
export function makeSizedPDF(sizes: readonly PageSize[]): Uint8Array<ArrayBuffer> {
	const objects = ["<</Type/Catalog/Pages 2 0 R>>", "", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"];
	const kids: string[] = [];
	for (const [index, [width, height]] of sizes.entries()) {
		const page = index + 1;
		const lines = `BT /F1 36 Tf 72 ${height - 142} Td (Page number ${page}) Tj 0 -40 Td /F1 14 Tf (alpha${page} beta gamma) Tj ET`;
		objects.push(`<</Length ${lines.length}>>stream\n${lines}\nendstream`);
		const content = objects.length;
		objects.push(
			`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${content} 0 R` +
				"/Resources<</Font<</F1 3 0 R>>>>>>",
		);
		kids.push(`${objects.length} 0 R`);
	}
	objects[1] = `<</Type/Pages/Count ${sizes.length}/Kids[${kids.join(" ")}]>>`;
	return new Uint8Array(new TextEncoder().encode(assemble(objects)));
}

/**
 * Returns a PDF of `count` pages. Its page labels are i, ii, 1, 2, …. Its outline has a chapter for every five pages,
 * and the first chapter has a nested entry for the middle of page 3. Page 1 has a link to page 9 at (0, 400), and a link to https://example.com.
 */
export function makeBook(count: number): Uint8Array<ArrayBuffer> {
	const objects = ["", "", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"];
	const kids: string[] = [];
	for (let page = 1; page <= count; page++) {
		const text = `BT /F1 36 Tf 72 700 Td (Page number ${page}) Tj 0 -60 Td /F1 14 Tf (To page nine) Tj ET`;
		const content = objects.push(`<</Length ${text.length}>>stream\n${text}\nendstream`);
		const links =
			page === 1
				? "/Annots[<</Type/Annot/Subtype/Link/Rect[72 630 160 656]/Border[0 0 0]/Dest[8 /XYZ 0 442 0]>>" +
					"<</Type/Annot/Subtype/Link/Rect[300 630 400 656]/Border[0 0 0]/A<</S/URI/URI(https://example.com/)>>>>]"
				: "";
		const own = `/Contents ${content} 0 R${links}/Resources<</Font<</F1 3 0 R>>>>`;
		kids.push(`${objects.push(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]${own}>>`)} 0 R`);
	}
	const chapters = kids.filter((_, index) => index % 5 === 0);
	const outline = objects.length + 1;
	const part = outline + chapters.length + 1;
	const entries = chapters.map((kid, index) => {
		const [before, after] = [outline + index, outline + index + 2];
		const previous = index > 0 ? `/Prev ${before} 0 R` : "";
		const next = index < chapters.length - 1 ? `/Next ${after} 0 R` : "";
		const parts = index === 0 ? `/First ${part} 0 R/Last ${part} 0 R/Count -1` : "";
		return `<</Title(Chapter ${index + 1})/Parent ${outline} 0 R/Dest[${kid} /Fit]${previous}${next}${parts}>>`;
	});
	objects.push(
		`<</Type/Outlines/First ${outline + 1} 0 R/Last ${outline + chapters.length} 0 R/Count ${chapters.length}>>`,
		...entries,
		`<</Title(A part)/Parent ${outline + 1} 0 R/Dest[${kids[2]} /XYZ 0 421 0]>>`,
	);
	const labels = "/PageLabels<</Nums[0<</S/r>>2<</S/D>>]>>";
	objects[0] = `<</Type/Catalog/Pages 2 0 R/Outlines ${outline} 0 R${labels}>>`;
	objects[1] = `<</Type/Pages/Count ${count}/Kids[${kids.join(" ")}]>>`;
	return new Uint8Array(new TextEncoder().encode(assemble(objects)));
}

/** How long it takes to draw a page: no time, years, or forever, because the page cannot be parsed. */
export type DrawSpeed = "quick" | "slow" | "never";

/**
 * Returns a PDF with one page for each speed, 500 points wide and, by default, 60 points high. A quick page has the line 'Page number N'. A slow page draws a
 * billion nested form XObjects. The content of a page that is never drawn is nested too deeply for the parser.
 */
export function makePDFOfSpeeds(speeds: readonly DrawSpeed[], height = 60): Uint8Array<ArrayBuffer> {
	const objects = ["<</Type/Catalog/Pages 2 0 R>>", "", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"];
	const stream = (entries: string, text: string) =>
		objects.push(`<<${entries}/Length ${text.length}>>stream\n${text}\nendstream`);
	const formEntries = "/Type/XObject/Subtype/Form/BBox[0 0 200 200]";
	let form = stream(formEntries, "0 0 9 9 re f");
	for (let level = 0; level < 9; level++) {
		form = stream(`${formEntries}/Resources<</XObject<</X ${form} 0 R>>>>`, "/X Do ".repeat(10));
	}
	const resources = `/Font<</F1 3 0 R>>/XObject<</X ${form} 0 R>>`;
	const kids = speeds.map((speed, index) => {
		const line = `BT /F1 24 Tf 20 20 Td (Page number ${index + 1}) Tj ET`;
		const content = stream("", { quick: line, slow: "/X Do", never: "[".repeat(100_000) }[speed]);
		const page = `/Contents ${content} 0 R/Resources<<${resources}>>`;
		return `${objects.push(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 ${height}]${page}>>`)} 0 R`;
	});
	objects[1] = `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(" ")}]>>`;
	return new Uint8Array(new TextEncoder().encode(assemble(objects)));
}

/**
 * A line of text: the position of its start in points from the bottom left corner of the page, its font size, and its
 * text.
 */
export type PlacedLine = readonly [x: number, y: number, size: number, text: string];

/**
 * Returns a PDF of A4 pages with lines of text in Helvetica. The text must be ASCII without parentheses. `drawing`
 * contains additional PDF operators for each page.
 */
export function makeTextPDF(
	pages: readonly (readonly PlacedLine[])[],
	drawing = "",
): Uint8Array<ArrayBuffer> {
	const objects = ["<</Type/Catalog/Pages 2 0 R>>", "", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"];
	const kids = pages.map((lines) => {
		const text = [
			drawing,
			...lines.map(([x, y, size, line]) => `BT /F1 ${size} Tf ${x} ${y} Td (${line}) Tj ET`),
		].join("\n");
		const content = objects.push(`<</Length ${text.length}>>stream\n${text}\nendstream`);
		const font = `/Resources<</Font<</F1 3 0 R>>>>`;
		const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${a4.join(" ")}]/Contents ${content} 0 R${font}>>`;
		return `${objects.push(page)} 0 R`;
	});
	objects[1] = `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(" ")}]>>`;
	return new Uint8Array(new TextEncoder().encode(assemble(objects)));
}

function assemble(objects: readonly string[]): string {
	const parts = ["%PDF-1.4\n"];
	const offsets: number[] = [];
	let length = parts[0]?.length ?? 0;
	for (const [index, object] of objects.entries()) {
		const part = `${index + 1} 0 obj${object}endobj\n`;
		offsets.push(length);
		parts.push(part);
		length += part.length;
	}
	const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
	const size = objects.length + 1;
	parts.push(
		`xref\n0 ${size}\n0000000000 65535 f \n${entries}`,
		`trailer<</Root 1 0 R/Size ${size}>>\nstartxref\n${length}\n%%EOF\n`,
	);
	return parts.join("");
}

/**
 * Returns an RTF document of `count` pages of prose. Its conversion takes noticeably long if there are many pages.
 * `name` is printed on each page.
 */
export function makeRTF(name: string, count: number): Uint8Array<ArrayBuffer> {
	const sentence = "The reader turns the page and finds what was promised on the one before. ";
	const pages = Array.from(
		{ length: count },
		(_, index) => `{\\b ${name} ${index + 1}}\\par ${sentence.repeat(20)}\\par`,
	);
	return new Uint8Array(new TextEncoder().encode(`{\\rtf1\\ansi ${pages.join("\\page ")}}`));
}

/**
 * Returns a Word document of `count` pages of prose. If there are many pages, page 1 is converted before the others.
 * Page 1 contains a cross-reference to the number of the last page. The reference is outdated: its stored value is
 * `storedValue`.
 */
export function makeDocx(count: number, storedValue: number): Uint8Array<ArrayBuffer> {
	const sentence = "The reader turns the page and finds what was promised on the one before. ";
	const paragraph = (text: string, before = "") => `<w:p>${before}<w:r><w:t>${text}</w:t></w:r></w:p>`;
	const field = `<w:p><w:r><w:t xml:space="preserve">The end is on page </w:t></w:r><w:fldSimple w:instr=" PAGEREF end "><w:r><w:t>${storedValue}</w:t></w:r></w:fldSimple></w:p>`;
	const pages = Array.from({ length: count }, (_, index) => {
		const start = index === 0 ? "" : "<w:pPr><w:pageBreakBefore/></w:pPr>";
		return (
			paragraph(`Sheet ${index + 1}`, start) + paragraph(sentence.repeat(20)) + paragraph(sentence.repeat(9))
		);
	});
	const end =
		'<w:p><w:bookmarkStart w:id="1" w:name="end"/><w:r><w:t>The end</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p>';
	return makeWordFile(`${field}${pages.join("")}${end}`);
}

/** Returns a Word file with paragraphs that contain template tags. */
export function makeTemplate(...paragraphs: readonly string[]): Uint8Array<ArrayBuffer> {
	const texts = paragraphs.map((text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
	return makeWordFile(
		texts.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`).join(""),
	);
}

/** Returns a Word file whose body is the given WordprocessingML. */
function makeWordFile(body: string): Uint8Array<ArrayBuffer> {
	const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
	const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
	return makeZip({
		"[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${word}"/></Types>`,
		"_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relation}" Target="word/document.xml"/></Relationships>`,
		"word/document.xml": `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}<w:sectPr/></w:body></w:document>`,
	});
}

/** Returns an uncompressed ZIP file. `parts` contains the contents of the files by their paths. */
export function makeZip(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array<ArrayBuffer> {
	const entries: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const [path, text] of Object.entries(parts)) {
		const name = Buffer.from(path);
		const data = Buffer.from(text);
		// The fields that the file header and the directory entry have in common: version 2.0, no flags,
		// uncompressed, 1 January 1980, checksum, both sizes, and the length of the name.
		const commonFields = Buffer.alloc(26);
		commonFields.writeUInt16LE(20, 0);
		commonFields.writeUInt16LE(0x21, 8);
		commonFields.writeUInt32LE(crc32(data), 10);
		commonFields.writeUInt32LE(data.length, 14);
		commonFields.writeUInt32LE(data.length, 18);
		commonFields.writeUInt16LE(name.length, 22);
		const position = Buffer.alloc(14);
		position.writeUInt32LE(offset, 10);
		directory.push(Buffer.from("PK\x01\x02\x14\0", "latin1"), commonFields, position, name);
		const entry = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), commonFields, name, data]);
		entries.push(entry);
		offset += entry.length;
	}
	const list = Buffer.concat(directory);
	const end = Buffer.alloc(22);
	end.write("PK\x05\x06", "latin1");
	end.writeUInt16LE(entries.length, 8);
	end.writeUInt16LE(entries.length, 10);
	end.writeUInt32LE(list.length, 12);
	end.writeUInt32LE(offset, 16);
	return new Uint8Array(Buffer.concat([...entries, list, end]));
}
