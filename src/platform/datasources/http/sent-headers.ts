import type { SentHeader } from '../authentication.ts';

/** Headers by their names in lower case; later ones win. */
export const sentHeaders = (headers: readonly SentHeader[]): Record<string, string> =>
  Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
