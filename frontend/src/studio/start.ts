/** Data for the first screen, which the desktop program has added to the page of its window. */
interface Start {
	/** Responses of the API, by the paths of the requests with their parameters. */
	readonly answers: Readonly<Record<string, Answer>>;
	/** Pictures of the first documents. */
	readonly pictures: readonly StartPicture[] | null;
}

interface Answer {
	/** The body of the response, which is JSON. */
	readonly body: string;
	/** The header Total-Count. */
	readonly total?: string;
}

/** A picture of the first page of a document. */
interface StartPicture {
	/** The id of the document. */
	readonly id: string;
	readonly revision: number;
	/** The requested width in pixels. */
	readonly width: number;
	/** The picture as PNG, in Base64. */
	readonly png: string;
}

const start = readStart();
let answers = start?.answers ?? {};

function readStart(): Start | undefined {
	const script = document.getElementById("start");
	if (script === null) {
		return undefined;
	}
	const data = JSON.parse(script.textContent) as Start;
	script.remove(); // frees its memory
	return data;
}

/**
 * Sends a request, unless the page already contains the response. The responses in the page are valid until a request
 * changes something, or until `dropStartAnswers` is called.
 */
export function fetchOrStart(request: Request): Promise<Response> {
	if (request.method !== "GET") {
		dropStartAnswers();
	}
	const { pathname, search } = new URL(request.url);
	const answer = answers[pathname + search];
	if (answer === undefined) {
		return fetch(request);
	}
	const headers = { "Total-Count": answer.total ?? "" };
	return Promise.resolve(new Response(answer.body, { headers }));
}

/** Drops the responses in the page, because data on the server may have changed. */
export function dropStartAnswers(): void {
	answers = {};
}

/** The pictures in the page. */
export const startPictures = start?.pictures ?? [];
