import type { TokenReader } from './token-reader.ts';

/** Parses an optional `as` with an alias; null without one. */
export const parseAlias = (reader: TokenReader): string | null => (reader.acceptWord('as') ? reader.name() : null);
