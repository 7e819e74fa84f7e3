import type { TokenReader } from './token-reader.ts';

/** Parses an optional `as` with an alias; null without one. */
export const parseAlias = (reader: TokenReader): string | null => (reader.takesWord('as') ? reader.name() : null);
