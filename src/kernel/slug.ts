/** Text as an identifier: lower-case ASCII letters and digits, everything else one separator; "" when nothing is left. */
export const slug = (text: string, separator: '-' | '_' = '-'): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().split(/[^a-z0-9]+/).filter(Boolean).join(separator);
