/** Whether an image comes that is in the page. */
export async function isShown(image: HTMLImageElement): Promise<boolean> {
	return image.decode().then(
		() => true,
		() => false,
	);
}

/** Makes a page's picture out of an image file. Throws where it cannot be read. */
export async function loadPicture(file: Blob): Promise<HTMLImageElement> {
	const image = new Image();
	const address = URL.createObjectURL(file);
	try {
		image.alt = "";
		image.src = address;
		await image.decode();
		return image;
	} finally {
		URL.revokeObjectURL(address); // what is decoded stays
	}
}
