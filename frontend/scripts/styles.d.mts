/** Returns the declarations in a source file that have a literal value where a token is required. */
export function rawDeclarations(file: string, text: string): string[];
