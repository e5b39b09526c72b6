/** A drawing with more pictures is left alone: a browser would paint a layer between each two. */
const mostPictures = 40;

/**
 * Separates a page's drawing into pictures and ink, so that dark pages invert only the ink: everything between
 * pictures is put into groups of the class 'ink'. Inverting a picture a second time would not restore its colours.
 */
export function separateInk(drawing: Element): void {
	if (drawing.classList.contains("parted")) {
		return;
	}
	const pictures = picturesIn(drawing);
	if (pictures.length > 0 && pictures.length <= mostPictures) {
		drawing.classList.add("parted");
		gather(drawing, pictures);
	}
}

/** The images of a drawing where they are painted, by themselves or through a 'use'. */
function picturesIn(drawing: Element): Element[] {
	const images = [...drawing.querySelectorAll("image")];
	const named = new Set(images.flatMap(namesAround));
	const uses = [...drawing.querySelectorAll("use")].filter((use) => {
		const name = use.getAttribute("href") ?? use.getAttribute("xlink:href") ?? "";
		return named.has(name.slice(1));
	});
	return [...images, ...uses].filter((element) => element.closest("defs, mask") === null);
}

/** The names of an image and of what it is in, by which it may be used. */
function namesAround(image: Element): string[] {
	const names: string[] = [];
	for (let element: Element | null = image; element !== null; element = element.parentElement) {
		if (element.id !== "") {
			names.push(element.id);
		}
	}
	return names;
}

/** Puts what is between pictures into groups, in this element and in those below that have pictures. */
function gather(parent: Element, pictures: readonly Element[]): void {
	let ink: Element | undefined;
	for (const child of [...parent.children]) {
		if (pictures.some((picture) => child.contains(picture))) {
			ink = undefined;
			gather(child, pictures);
		} else if (child.localName !== "defs") {
			ink ??= parent.insertBefore(makeInk(), child);
			ink.append(child);
		}
	}
}

function makeInk(): Element {
	const ink = document.createElementNS("http://www.w3.org/2000/svg", "g");
	ink.classList.add("ink");
	return ink;
}
