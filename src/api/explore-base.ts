/** The path of the Explore API, below the address of the service. */
export const exploreBasePath = '/api/explore/v2.1';

/** Appends percent-encoded path segments to `base`: `exploreBasePath`, the absolute URL of it, or a URL below that. */
export const joinExploreUrl = (base: string, ...segments: readonly string[]): string =>
  [base, ...segments.map(encodeURIComponent)].join('/');
