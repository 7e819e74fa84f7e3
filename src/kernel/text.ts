/** A text cut to a length, with an ellipsis at the cut; surrogate pairs stay whole. */
export const truncate = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/** A text in lower case and without accents, for comparisons that ignore both. */
export const foldCase = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** A text as an identifier: lower-case ASCII letters and digits, one separator for every other run; '' when nothing is left. */
export const slug = (text: string, separator: '-' | '_' = '-'): string =>
  foldCase(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join(separator);

/** Why a text is not a single line of limited length; undefined when it is. */
export function lineProblem(text: string, maxLength: number): string | undefined {
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return 'Write it on one line.';
  return text.length > maxLength ? `Use ${maxLength} characters at most.` : undefined;
}
