import { CsvError, parse } from 'csv-parse/sync';
import { fail } from '#kernel/fail.ts';
import { isJsonObject, type JsonObject, parseJson } from '#kernel/json.ts';
import type { RemoteField } from '#platform/datasources/remote-dataset.ts';
import { guessCsv } from '../extractors/csv/csv-guess.ts';
import { decodeAnswer } from './decode-text.ts';
import type { RemoteDataset } from './harvester-kind.ts';
import { textToHtml, toRemoteMetadata } from './remote-metadata.ts';

/** A row of a list: its cells by the names of their columns. */
export type Row = Readonly<Record<string, string>>;

/** The most rows of a list. */
const maxRows = 10_000;
/** The longest row, in characters. */
const maxRowLength = 1_000_000;

/**
 * The rows of a CSV file with a header, in any encoding. Without a separator, it is the one that fits. Names of columns are in lower case. Fails
 * SOURCE_FAILED for anything else, and for more than `maxRows` rows.
 */
export async function readRows(name: string, bytes: Buffer, separator?: string): Promise<readonly Row[]> {
  const text = (await decodeAnswer(bytes, undefined)).replace(/^\uFEFF/, '');
  const delimiter = separator ?? (await guessSeparator(name, text));
  const lines = parseLines(name, text, delimiter);
  if (lines.length > maxRows + 1) fail('SOURCE_FAILED', { reason: `${name} has more than ${maxRows} rows.` });
  const header = (lines[0] ?? []).map((cell) => cell.trim().toLowerCase());
  return lines
    .slice(1)
    .map((cells) =>
      Object.fromEntries(
        header.flatMap((column, index) => (column === '' ? [] : [[column, cells[index]?.trim() ?? ''] as const])),
      ),
    );
}

const guessSampleLength = 65_536;

async function guessSeparator(filename: string, text: string): Promise<string> {
  const bytes = Buffer.from(text.slice(0, guessSampleLength));
  const truncated = text.length > guessSampleLength;
  const { separator } = await guessCsv({ filename, mimetype: null, bytes, truncated }, { encoding: 'utf-8' });
  return typeof separator === 'string' ? separator : ';';
}

function parseLines(name: string, text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: maxRowLength,
      to: maxRows + 2,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = 'lines' in error && typeof error.lines === 'number' ? ` near line ${error.lines}` : '';
    return fail('SOURCE_FAILED', {
      reason: `${name} cannot be read as CSV${line}. Check its quotes and its separator.`,
    });
  }
}

/** The columns that have a place of their own, by the names that people write. */
const columnNames: ReadonlyMap<string, string> = new Map(
  [
    ...['title', 'description', 'keyword', 'theme', 'publisher', 'creator', 'license', 'language', 'references'],
    ...['attributions', 'contact_name', 'contact_email', 'accrualperiodicity', 'modified', 'issued', 'created'],
    ...['temporal', 'temporal_coverage_start', 'temporal_coverage_end'],
  ].map((name) => [name, name] as const),
);
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ keywords: 'keyword', themes: 'theme', summary: 'description', frequency: 'accrualperiodicity' },
    ...{ reference: 'references', attribution: 'attributions', contact: 'contact_name', author: 'creator' },
  }),
);

/** Columns that are fields of the standard template with their own names. */
const standardFields: ReadonlySet<string> = new Set(['timezone']);

/** The column that a name means; undefined for one without a place of its own. */
const columnOf = (name: string): string | undefined =>
  otherNames.get(name) ?? columnNames.get(name.replace(/^(?:default|dcat)\./, ''));

/**
 * The metadata that a row describes. A column `template.field` is that field, another one a field of the standard template or of DCAT; what has
 * no field here goes into the open template.
 */
export function describeRow(
  row: Row,
  title: string,
  modified: Date | null,
): Pick<RemoteDataset, 'description' | 'metadata'> {
  const filled = Object.entries(row).filter(([, value]) => value !== '');
  const others = filled.filter(([name]) => columnOf(name) === undefined);
  const known = new Map(filled.map(([name, value]) => [columnOf(name) ?? '', value]));
  const description = textToHtml(known.get('description') ?? '');
  const isNamed = (name: string): boolean => name.includes('.') || standardFields.has(name);
  const described = toRemoteMetadata({
    title,
    description,
    keywords: listOf(known.get('keyword')),
    themes: listOf(known.get('theme')),
    publisher: known.get('publisher'),
    creator: known.get('creator'),
    license: known.get('license'),
    language: known.get('language'),
    contactName: known.get('contact_name'),
    contactEmail: known.get('contact_email'),
    frequency: known.get('accrualperiodicity'),
    modified: known.get('modified') ?? modified?.toISOString(),
    issued: known.get('issued'),
    created: known.get('created'),
    temporal: known.get('temporal'),
    periodStart: known.get('temporal_coverage_start'),
    periodEnd: known.get('temporal_coverage_end'),
    references: listOf(known.get('references')),
    attributions: listOf(known.get('attributions')),
    extras: Object.fromEntries(others.filter(([name]) => !isNamed(name))),
  });
  return {
    description,
    metadata: withNamedFields(
      described,
      others.filter(([name]) => isNamed(name)),
    ),
  };
}

/** Adds the values of columns that name a template and a field, or a field of the standard template. */
function withNamedFields(
  described: RemoteDataset['metadata'],
  values: readonly (readonly [string, string])[],
): RemoteDataset['metadata'] {
  const templates = new Map(Object.entries(described));
  for (const [name, value] of values) {
    const [, template = 'default', field = name] = /^([a-z][\w-]*)\.([\w-]+)$/.exec(name) ?? [];
    templates.set(template, { ...templates.get(template), [field]: value });
  }
  return Object.fromEntries(templates);
}

/** The values of a list: separated by semicolons, or else by commas. */
const listOf = (text = ''): string[] => text.split(text.includes(';') ? ';' : ',');

/** The names of the types of fields here, by those that people write. */
const fieldTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ text: 'text', string: 'text', int: 'int', integer: 'int', double: 'double', float: 'double' },
    ...{ number: 'double', decimal: 'double', date: 'date', datetime: 'datetime', timestamp: 'datetime' },
    ...{ geo_point_2d: 'geo_point_2d', geo_shape: 'geo_shape', file: 'file' },
  }),
);

/** The fields that a schema describes: rows with `name`, and perhaps `label`, `type` and `description`. */
export const toFields = (rows: readonly Row[]): RemoteField[] =>
  rows.flatMap(({ name = '', label = '', type = '', description = '' }) =>
    name === ''
      ? []
      : [
          {
            name,
            label: label || name,
            type: fieldTypes.get(type.toLowerCase()) ?? '',
            description: description || null,
            annotations: {},
          },
        ],
  );

/**
 * Metadata as a setting gives them: a JSON object, or a line `field=value` each, with the names of columns. Undefined for other texts.
 */
export function parseMetadataText(text: string): Row | undefined {
  if (text.trim() === '') return {};
  if (!text.trim().startsWith('{')) {
    const pairs = text.split('\n').filter((line) => line.trim() !== '');
    const row = pairs.map((line) => /^\s*([^=]+?)\s*=(.*)$/.exec(line));
    return row.every((match) => match !== null)
      ? Object.fromEntries(row.map(([, name = '', value = '']) => [name.toLowerCase(), value.trim()]))
      : undefined;
  }
  try {
    const parsed = parseJson(text);
    return isJsonObject(parsed) ? flatten(parsed) : undefined;
  } catch {
    return undefined;
  }
}

const flatten = (values: JsonObject): Row =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name.toLowerCase(),
      [value ?? '']
        .flat()
        .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
        .join(';'),
    ]),
  );
