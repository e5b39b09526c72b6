/** Reports whether an image in the DOM can be loaded and decoded. */
export async function isDecodable(image: HTMLImageElement): Promise<boolean> {
	return image.decode().then(
		() => true,
		() => false,
	);
}

/** Loads the picture of a page from an image file. Throws if it cannot be decoded. */
export async function loadPicture(file: Blob): Promise<HTMLImageElement> {
	const image = new Image();
	const address = URL.createObjectURL(file);
	try {
		image.alt = "";
		image.src = address;
		await image.decode();
		return image;
	} finally {
		URL.revokeObjectURL(address); // the decoded image remains usable
	}
}
