/** The maximum size in bytes of a picture in a data URL. The limit of the server, 256 KiB, is a little higher. */
export const maxBytes = 250_000;

/** The picture types that the server accepts in a data URL, each with the first bytes of its files. */
const acceptedTypes: ReadonlyMap<string, string> = new Map([
	["image/png", "\x89PNG\r\n\x1a\n"],
	["image/gif", "GIF8"],
]);

/** An imported picture, and whether it was converted. */
export interface ImportedPicture {
	readonly address: string;
	readonly bytes: number;
	readonly isConverted: boolean;
}

/** Thrown if this browser cannot show a file as a picture. */
export class NoPictureError extends Error {}

/**
 * Converts a picture to a data URL. A picture that has too many bytes, or a type that the server does not accept, is
 * redrawn as a PNG within the given size in pixels; if the PNG has too many bytes, the picture is redrawn smaller.
 */
export async function importPicture(
	file: Blob,
	sides: { width: number; height: number },
): Promise<ImportedPicture> {
	const type = await acceptedTypeOf(file);
	if (type !== undefined && file.size <= maxBytes) {
		return { address: await addressOf(file.slice(0, file.size, type)), bytes: file.size, isConverted: false };
	}
	const picture = await decode(file);
	for (let { width, height } = sides; width >= 1; width /= 2, height /= 2) {
		const scale = Math.min(1, width / picture.naturalWidth, height / picture.naturalHeight);
		const redrawn = await redraw(picture, scale);
		if (redrawn.size <= maxBytes) {
			return { address: await addressOf(redrawn), bytes: redrawn.size, isConverted: true };
		}
	}
	throw new NoPictureError();
}

/**
 * Determines the type of a file from its first bytes, because files dropped onto the desktop window have no media type.
 * Returns undefined if the server does not accept the type, so that the picture must be converted.
 */
export async function acceptedTypeOf(file: Blob): Promise<string | undefined> {
	const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer());
	const head = String.fromCharCode(...bytes);
	return [...acceptedTypes].find(([, signature]) => head.startsWith(signature))?.[0];
}

/** Decodes a file with an image element, because createImageBitmap does not support SVG drawings without a size. */
async function decode(file: Blob): Promise<HTMLImageElement> {
	const address = URL.createObjectURL(file);
	try {
		const picture = new Image();
		picture.src = address;
		await picture.decode();
		if (picture.naturalWidth === 0) {
			throw new NoPictureError();
		}
		return picture;
	} catch {
		throw new NoPictureError();
	} finally {
		URL.revokeObjectURL(address);
	}
}

async function redraw(picture: HTMLImageElement, scale: number): Promise<Blob> {
	const canvas = new OffscreenCanvas(
		Math.max(1, Math.round(picture.naturalWidth * scale)),
		Math.max(1, Math.round(picture.naturalHeight * scale)),
	);
	const context = canvas.getContext("2d");
	if (context === null) {
		throw new NoPictureError();
	}
	context.imageSmoothingQuality = "high";
	context.drawImage(picture, 0, 0, canvas.width, canvas.height);
	return canvas.convertToBlob({ type: "image/png" });
}

function addressOf(blob: Blob): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => {
			resolve(reader.result as string); // readAsDataURL produces a string
		};
		reader.onerror = () => {
			reject(new NoPictureError());
		};
		reader.readAsDataURL(blob);
	});
}

/** Returns the number of bytes that a Base64 data URL contains; 0 for any other URL. */
export function bytesOf(address: string): number {
	const encoded = /^data:[^,]*;base64,(.*)$/s.exec(address)?.[1];
	return encoded === undefined ? 0 : Math.floor((encoded.replace(/=+$/, "").length * 3) / 4);
}
