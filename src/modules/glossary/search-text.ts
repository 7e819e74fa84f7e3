/**
 * Text as it is searched: without case and accents, its white space one blank. Upper case is the one form in which `ß` and
 * `SS`, `ς` and `σ` are the same; `ẞ` is one of them by way of lower case.
 */
export const searchText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().toUpperCase().replace(/\s+/g, ' ').trim();
