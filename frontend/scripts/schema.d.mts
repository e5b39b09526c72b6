export const target: string;
export function schemaOf(url: string): Promise<string>;
