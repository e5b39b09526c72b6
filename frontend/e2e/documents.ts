/** Documents that tests write themselves, because they need to be long. */

/** A page's width and height in points. */
export type PageSize = readonly [width: number, height: number];

const a4: PageSize = [595, 842];

/** A PDF of `count` A4 pages, each with a line 'Page number N' and a line of three words. */
export function makePDF(count: number): Uint8Array<ArrayBuffer> {
	return makeSizedPDF(Array.from({ length: count }, () => a4));
}

/** The same with a page of each of the sizes. */
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

/** An RTF document of `count` pages of prose under a name: long enough that its conversion takes a while. */
export function makeRTF(name: string, count: number): Uint8Array<ArrayBuffer> {
	const sentence = "The reader turns the page and finds what was promised on the one before. ";
	const pages = Array.from(
		{ length: count },
		(_, index) => `{\\b ${name} ${index + 1}}\\par ${sentence.repeat(20)}\\par`,
	);
	return new Uint8Array(new TextEncoder().encode(`{\\rtf1\\ansi ${pages.join("\\page ")}}`));
}
