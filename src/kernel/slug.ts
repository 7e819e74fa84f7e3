import { folded } from './folded.ts';

/** Text as an identifier: lower-case ASCII letters and digits, everything else one separator; "" when nothing is left. */
export const slug = (text: string, separator: '-' | '_' = '-'): string =>
  folded(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join(separator);
