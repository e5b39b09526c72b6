/** A map from each file or folder to those that it imports. */
export type Graph = ReadonlyMap<string, Iterable<string>>;

/** Returns the imports between files of a project, as a map from each file to those that it imports. */
export function fileGraph(files: readonly string[], read: (file: string) => string): Map<string, string[]>;

/** Returns the imports between folders. A file in a folder that also contains folders is a node of its own. */
export function folderGraph(graph: ReadonlyMap<string, readonly string[]>): Map<string, Set<string>>;

/** Returns one cycle for each edge that closes one in a depth-first search. */
export function importCycles(graph: Graph): string[][];

/** Returns an error message for each folder that contains too many files. */
export function crowdedFolders(files: readonly string[]): string[];
