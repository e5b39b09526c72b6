/** Data for the first screen, which the desktop program has added to the page of its window. */
interface FirstScreenData {
	/** Responses of the API, by the paths of the requests with their parameters. */
	readonly answers: Readonly<Record<string, StoredResponse>>;
	/** Pictures of the first documents. */
	readonly pictures: FirstPicture[] | null;
}

interface StoredResponse {
	/** The body of the response, which is JSON. */
	readonly body: string;
	/** The header Total-Count. */
	readonly total?: string;
}

/** A picture of the first page of a document. */
interface FirstPicture {
	/** The id of the document. */
	readonly id: string;
	readonly revision: number;
	/** The requested width in pixels. */
	readonly width: number;
	/** The picture as PNG, in Base64. */
	readonly png: string;
}

const firstScreenData = readData();
let responses = firstScreenData?.answers ?? {};

function readData(): FirstScreenData | undefined {
	const script = document.getElementById("start");
	if (script === null) {
		return undefined;
	}
	const data = JSON.parse(script.textContent) as FirstScreenData;
	script.remove(); // frees its memory
	return data;
}

/**
 * Sends a request, unless the page already contains the response. The responses in the page are valid until a request
 * changes something, or until `dropFirstResponses` is called.
 */
export function fetchOrReuse(request: Request): Promise<Response> {
	if (request.method !== "GET") {
		dropFirstResponses();
	}
	const { pathname, search } = new URL(request.url);
	const response = responses[pathname + search];
	if (response === undefined) {
		return fetch(request);
	}
	const headers = { "Total-Count": response.total ?? "" };
	return Promise.resolve(new Response(response.body, { headers }));
}

/** Drops the responses in the page, because data on the server may have changed. */
export function dropFirstResponses(): void {
	responses = {};
}

/**
 * The pictures in the page. The code that uses a picture removes it from this list, so that the picture is in memory
 * only once.
 */
export const firstPictures: FirstPicture[] = firstScreenData?.pictures ?? [];
