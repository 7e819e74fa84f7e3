/** Cuts a text to a length, with an ellipsis at the end; surrogate pairs stay whole. */
export const truncate = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/** Converts a text to lower case without accents, for comparisons that ignore both. */
export const foldCase = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Folds a text for searches: decomposes it, removes combining marks, converts it to lower case, and replaces the final Greek sigma by
 * the ordinary one. `odsql.fold` must return the same, and `lower` in PostgreSQL's builtin locale never writes the final sigma.
 */
export const foldText = (text: string): string => foldCase(text).replaceAll('ς', 'σ');

/** Converts a text to lower-case ASCII letters and digits, with one separator for each run of other characters; '' when nothing is left. */
export const slugify = (text: string, separator: '-' | '_' = '-'): string =>
  foldCase(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join(separator);

/** The name in snake case of a name in camel case: `isDataVisible` → `is_data_visible`. */
export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name in camel case of a name in snake case: `is_data_visible` → `isDataVisible`. */
export const toCamelCase = (name: string): string =>
  name.replace(/_([a-z\d])/g, (_separator, letter: string) => letter.toUpperCase());

/** The error in a text that must be one line of limited length; undefined when it is valid. */
export function lineProblem(text: string, maxLength: number): string | undefined {
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return 'Write it on one line.';
  return text.length > maxLength ? `Use ${maxLength} characters at most.` : undefined;
}

/** A size in bytes as a message writes it: whole mebibytes as `64 MiB`, any other size as `499 bytes`. */
export const formatByteSize = (bytes: number): string =>
  bytes > 0 && bytes % 2 ** 20 === 0 ? `${bytes / 2 ** 20} MiB` : `${bytes} bytes`;

/** Names separated by commas: the first ten, each cut to 100 characters, and how many follow. */
export function listNames(names: readonly string[]): string {
  const listed = names.slice(0, 10).map((name) => truncate(name, 100));
  return `${listed.join(', ')}${names.length > listed.length ? ` and ${names.length - listed.length} more` : ''}`;
}

/**
 * Makes names unique, ignoring case, after `fit` has made them valid in a format. A name that is already taken gets a
 * number as its suffix; `fit` receives the name and the suffix, and shortens the name where the suffix needs room.
 */
export function uniqueNames(names: readonly string[], fit: (name: string, suffix: string) => string): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let fitted = fit(name, '');
    for (let number = 2; taken.has(fitted.toLowerCase()); number += 1) fitted = fit(name, `_${String(number)}`);
    taken.add(fitted.toLowerCase());
    return fitted;
  });
}
