/** The base of the Explore API, below the address of the service. */
export const exploreBase = '/api/explore/v2.1';

/** An absolute address of the Explore API; its parts are encoded. `root` is the absolute address of the base. */
export const exploreAddress = (root: string, ...parts: readonly string[]): string =>
  [root, ...parts.map(encodeURIComponent)].join('/');
