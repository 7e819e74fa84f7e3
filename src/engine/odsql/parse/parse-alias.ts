import type { TokenReader } from './token-reader.ts';

/** The alias behind `as`; null without one. */
export const parseAlias = (reader: TokenReader): string | null => (reader.takesWord('as') ? reader.name() : null);
