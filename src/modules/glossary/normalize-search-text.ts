/**
 * Normalizes text for searching: no case, no accents, single spaces. Only upper case makes `ß` and
 * `SS` equal, and `ς` and `σ`; lower case first makes `ẞ` equal to them.
 */
export const normalizeSearchText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().toUpperCase().replace(/\s+/g, ' ').trim();
