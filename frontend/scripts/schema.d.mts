/** Where the types are kept. */
export const target: string;

/** The file with the description that a Go test holds to be the server's. */
export const golden: string;

/** The types of the API that a description, as text, has. */
export function typesOf(description: string): Promise<string>;
