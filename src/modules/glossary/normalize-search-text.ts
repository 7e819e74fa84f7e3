/**
 * Normalizes text for searching: no case, no accents, single spaces. The result is in upper case, because that makes `ß` equal to `SS`, and
 * `ς` equal to `σ`. The text is first converted to lower case, because the capital `ẞ` would stay as it is in upper case.
 */
export const normalizeSearchText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().toUpperCase().replace(/\s+/g, ' ').trim();
