/** The file that contains the types. */
export const target: string;

/** The file with the API description. A Go test checks that it equals the description that the server sends. */
export const golden: string;

/** Returns the TypeScript types for an API description in JSON. */
export function generateTypes(description: string): Promise<string>;
