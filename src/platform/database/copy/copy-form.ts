/**
 * The form in which rows are copied. `texts` has the one text column of each row, followed by `end`; `csv` has lines that end with CR LF,
 * without a header; `binary` has the rows as COPY writes them in its binary format, without the header and the trailer of the format.
 */
export type CopyForm =
  | { readonly kind: 'texts'; readonly end: string }
  | {
      readonly kind: 'csv';
      readonly delimiter: string;
      /** The columns whose values are always quoted. The others are quoted where needed, or empty. */
      readonly quotedColumns: readonly string[];
    }
  | { readonly kind: 'binary' };

/** The delimiters of CSV, as literals. */
const delimiters: Readonly<Record<string, string>> = Object.freeze({
  ';': `';'`,
  ',': `','`,
  '|': `'|'`,
  '\t': String.raw`E'\t'`,
});

/** The options of a COPY statement that writes a form. */
export function copyOptions(form: CopyForm): string {
  if (form.kind !== 'csv') return 'format binary';
  const { delimiter, quotedColumns } = form;
  const literal = delimiters[delimiter];
  if (literal === undefined) throw new TypeError('A delimiter of CSV is a semicolon, a comma, a bar or a tab.');
  const forced = quotedColumns.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
  return `format csv, delimiter ${literal}${forced === '' ? '' : `, force_quote (${forced})`}`;
}
