/** Returns the declarations of a source that have a raw value where a token is needed. */
export function rawDeclarations(file: string, text: string): string[];
