/** How texts and names of fields are written in ODSQL. */

/** The words that need backquotes as names (docs/contract/explore.md 7). */
const reserved: ReadonlySet<string> = new Set(
  (
    'and as asc avg by count date_format day dayofweek desc distinct equi false group hour ifnull or limit lower max millisecond min ' +
    'minute month not null quarter range search second select sum top true upper where year'
  ).split(' '),
);

/** The words that are reserved in stored filters. They were reserved before ODSQL had functions. */
const reservedInStored: ReadonlySet<string> = new Set(['and', 'or', 'not', 'null', 'true', 'false']);

/** Whether a word needs backquotes as a name, in a query or in a stored filter. */
export const isReserved = (word: string, isStored = false): boolean =>
  (isStored ? reservedInStored : reserved).has(word.toLowerCase());

/** Writes a text in quotes. */
export const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

/** Writes the name of a field, in backquotes where it needs them. */
export const printName = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) && !isReserved(name) ? name : `\`${name.replaceAll('`', '\\`')}\``;
