/** A map from each file or folder to the files or folders that it imports. */
export type Graph = ReadonlyMap<string, Iterable<string>>;

/** Returns the imports between files of a project, as a map from each file to the files that it imports. */
export function fileGraph(files: readonly string[], read: (file: string) => string): Map<string, string[]>;

/**
 * Returns the imports between folders. If a folder contains files and folders, each of its files is a separate node.
 */
export function folderGraph(graph: ReadonlyMap<string, readonly string[]>): Map<string, Set<string>>;

/** Searches a graph depth-first, and returns one cycle for each edge that leads back to the current path. */
export function importCycles(graph: Graph): string[][];

/** Returns an error message for each folder that contains too many files. */
export function crowdedFolders(files: readonly string[]): string[];
