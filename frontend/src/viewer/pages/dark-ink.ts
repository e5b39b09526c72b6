/**
 * The maximum number of pictures in a drawing that is separated into pictures and ink. Drawings with more pictures
 * would be painted slowly, because the browser paints a layer between every two pictures.
 */
const maxPictures = 40;

/**
 * Separates the drawing of a page into pictures and ink, so that dark pages can invert only the ink: everything between
 * the pictures is moved into groups with the class 'ink'. The alternative, inverting everything and the pictures a
 * second time, would not restore the exact colors of the pictures.
 */
export function separateInk(drawing: Element): void {
	if (drawing.classList.contains("parted")) {
		return;
	}
	const pictures = picturesIn(drawing);
	if (pictures.length > 0 && pictures.length <= maxPictures) {
		drawing.classList.add("parted");
		groupInk(drawing, pictures);
	}
}

/**
 * Returns the elements that paint the images of a drawing: 'image' elements, and 'use' elements that refer to them.
 */
function picturesIn(drawing: Element): Element[] {
	const images = [...drawing.querySelectorAll("image")];
	const ids = new Set(images.flatMap(idsAround));
	const uses = [...drawing.querySelectorAll("use")].filter((use) => {
		const name = use.getAttribute("href") ?? use.getAttribute("xlink:href") ?? "";
		return ids.has(name.slice(1));
	});
	return [...images, ...uses].filter((element) => element.closest("defs, mask") === null);
}

/** Returns the ids of an image and its ancestors, to which a 'use' element may refer. */
function idsAround(image: Element): string[] {
	const names: string[] = [];
	for (let element: Element | null = image; element !== null; element = element.parentElement) {
		if (element.id !== "") {
			names.push(element.id);
		}
	}
	return names;
}

/** Groups the elements between pictures in `parent`, and in its descendants that contain pictures. */
function groupInk(parent: Element, pictures: readonly Element[]): void {
	let ink: Element | undefined;
	for (const child of [...parent.children]) {
		if (pictures.some((picture) => child.contains(picture))) {
			ink = undefined;
			groupInk(child, pictures);
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
