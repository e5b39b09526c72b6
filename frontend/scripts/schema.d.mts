export const target: string;
export function schemaOf(url: string): Promise<string>;

/** The file with the description that a Go test holds to be the server's. */
export const golden: string;

/** The types of the API that a description, as the text of /openapi.json, has. */
export function typesOf(description: string): Promise<string>;
