import { z } from 'zod';
import type { Json, JsonObject } from '#kernel/json.ts';
import { toTechnicalName } from '#kernel/technical-name.ts';

/** How a description says that values of a field are written. */
export interface WrittenField {
  /** The name of the field on the instance. */
  readonly field: string;
  readonly type?: string | undefined;
  readonly decimalChar?: string | undefined;
  readonly groupChar?: string | undefined;
  /** The format of a date in the directives of strptime. */
  readonly dateFormat?: string | undefined;
  /** The texts that stand for no value. */
  readonly missing?: readonly string[] | undefined;
}

/** Columns with the names that their fields have on an instance, as it numbers those of one name. */
export function withFieldNames<Column extends { readonly name?: string | undefined }>(
  columns: readonly Column[],
): readonly (Column & { readonly field: string })[] {
  const taken = new Set<string>();
  return columns.map((column, index) => {
    const stem = toTechnicalName(column.name ?? '') || `column_${index + 1}`;
    let field = stem;
    for (let number = 2; taken.has(field); number += 1) field = `${stem}_${number}`;
    taken.add(field);
    return { ...column, field };
  });
}

/** A text as a regular expression of RE2, which no parameter trims. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replaceAll(/\s/g, (space) => `\\x{${space.charCodeAt(0).toString(16)}}`);

const replacing = (field: string, regexp: string, by?: string): JsonObject => ({
  type: 'regexp_replace',
  params: { field, regexp, ...(by !== undefined && { new: by }) },
});

/** The processors that make values of texts: no value of what stands for none, numbers of marks and groups, and dates of a format. */
export function processorsOf({ field, missing = [], decimalChar, groupChar, dateFormat }: WrittenField): JsonObject[] {
  const texts = missing.filter((each) => each !== '');
  return [
    ...(texts.length === 0 ? [] : [replacing(field, `^(?:${texts.map(escaped).join('|')})$`)]),
    ...(groupChar === undefined || groupChar === '' ? [] : [replacing(field, escaped(groupChar))]),
    ...(decimalChar === undefined || decimalChar === '' || decimalChar === '.'
      ? []
      : [replacing(field, escaped(decimalChar), '.')]),
    ...(dateFormat === undefined ? [] : [{ type: 'date_normalizer', params: { field, date_format: dateFormat } }]),
  ];
}

/** Texts that stand for no value: a list, one text, or `{value, label}` of Table Schema 2. */
export const missingTexts = z
  .union([
    z.string().transform((each) => [each]),
    z.array(z.union([z.string(), z.looseObject({ value: z.string() }).transform(({ value }) => value)])),
  ])
  .optional();

/** What a dialect says of a CSV file, as the parameters of its extractor; and the names of what they cannot say. */
export function dialectParams(dialect: JsonObject): { readonly params: JsonObject; readonly left: readonly string[] } {
  const params: Record<string, Json> = {};
  const left: string[] = [];
  for (const [name, value] of Object.entries(dialect)) {
    const parameter = parameters[name];
    if (parameter) Object.assign(params, parameter(value) ?? (left.push(name), {}));
    else if (!withoutEffect.has(name) && value !== null && value !== '') left.push(name);
  }
  return { params, left };
}

/** What reads as the extractor does, or describes the dialect itself. */
const withoutEffect: ReadonlySet<string> = new Set([
  ...[
    '@id',
    '@type',
    '$schema',
    'profile',
    'csvddfVersion',
    'caseSensitiveHeader',
    'lineTerminator',
    'lineTerminators',
  ],
  'nullSequence',
]);

const text = (parameter: string) => (value: Json) => (typeof value === 'string' ? { [parameter]: value } : undefined);
const trimming = (value: Json) =>
  value === true || value === 'true' ? { trim: true } : value === false || value === 'false' ? {} : undefined;

/** The parameters of `csvfile`, by the properties of the dialects of Data Packages and of CSV on the Web; undefined for a value that does not fit. */
const parameters: Readonly<Record<string, (value: Json) => JsonObject | undefined>> = {
  delimiter: text('separator'),
  encoding: text('encoding'),
  quoteChar: (value) => (value === null ? { quotechar: '' } : text('quotechar')(value)),
  escapeChar: (value) => (typeof value === 'string' ? { escapechar: value, doublequote: false } : undefined),
  doubleQuote: (value) => (typeof value === 'boolean' ? { doublequote: value } : undefined),
  header: (value) => (typeof value === 'boolean' ? { headers_first_row: value } : undefined),
  headerRowCount: (value) => (value === 0 || value === 1 ? { headers_first_row: value === 1 } : undefined),
  skipRows: (value) => (typeof value === 'number' ? { first_row_no: value + 1 } : undefined),
  skipInitialSpace: trimming,
  trim: trimming,
};

/** The names of the members of an object that are set and not among those that are carried. */
export const othersIn = (object: object | undefined, carried: readonly string[]): readonly string[] =>
  Object.entries(object ?? {}).flatMap(([name, value]: readonly [string, unknown]) =>
    carried.includes(name) || value === undefined || value === null || (Array.isArray(value) && value.length === 0)
      ? []
      : [name],
  );
