import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Json, JsonObject } from '#kernel/json.ts';
import { CommandError, messageOf } from '../exit-codes.ts';
import {
  dialectParams,
  missingTexts,
  othersIn,
  processorsOf,
  withFieldNames,
  type WrittenField,
} from './described-values.ts';

/** What a description says of a file. */
export interface DescribedFile {
  readonly name?: string;
  readonly title?: string;
  /** Fields of the template `default`. */
  readonly metadata?: JsonObject;
  readonly params?: JsonObject;
  readonly fields?: readonly JsonObject[];
  /** What makes values of the texts that the description says. */
  readonly processors?: readonly JsonObject[];
  /** What the description says of the values and is not carried, by name. */
  readonly left?: readonly string[];
}

const jsonMap = z.record(z.string(), z.json());

/** A field of a Table Schema. What is not named here is reported. */
const field = z
  .object({
    name: z.string(),
    type: z.string().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    format: z.string().optional(),
    decimalChar: z.string().optional(),
    groupChar: z.string().optional(),
    missingValues: missingTexts,
  })
  .catchall(z.json());
/** Members of a field that change no value. */
const fieldMembers = [...Object.keys(field.shape), 'example', 'rdfType', 'categoriesOrdered'];

const license = z.object({ title: z.string().optional(), name: z.string().optional(), path: z.string().optional() });

/** What is read of a Data Package (Frictionless) and its Table Schemas. */
const dataPackage = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  keywords: z.array(z.string()).optional(),
  licenses: z.array(license).optional(),
  contributors: z.array(z.object({ title: z.string().optional(), role: z.string().optional() })).optional(),
  resources: z.array(
    z.object({
      name: z.string().optional(),
      path: z.union([z.string(), z.array(z.string())]).optional(),
      title: z.string().optional(),
      description: z.string().optional(),
      encoding: z.string().optional(),
      dialect: z.union([jsonMap, z.string()]).optional(),
      schema: z
        .union([z.object({ fields: z.array(field), missingValues: missingTexts }).catchall(z.json()), z.string()])
        .optional(),
    }),
  ),
});

const text = z.union([
  z.string(),
  z.array(z.string()).transform(([first = '']) => first),
  z.object({ '@value': z.string() }).transform((each) => each['@value']),
  z.object({ '@id': z.string() }).transform((each) => each['@id']),
]);
const texts = z.union([z.array(text), text.transform((each) => [each])]);

/** How numbers are written, or the format of another type. */
const numberFormat = z.looseObject({ decimalChar: z.string().optional(), groupChar: z.string().optional() });

/** A column of CSV on the Web. What is not named here is reported. */
const column = z
  .object({
    name: z.string().optional(),
    titles: text.optional(),
    'dc:description': text.optional(),
    datatype: z
      .union([
        z.string(),
        z.looseObject({ base: z.string().optional(), format: z.union([z.string(), numberFormat]).optional() }),
      ])
      .optional(),
    null: missingTexts,
  })
  .catchall(z.json());
/** Members of a column that change no value. */
const columnMembers = [
  ...[...Object.keys(column.shape), '@id', '@type', 'aboutUrl', 'propertyUrl', 'valueUrl', 'lang', 'ordered'],
  'textDirection',
];

/** What is read of the metadata of one table (CSV on the Web). */
const table = z.object({
  url: z.string().optional(),
  'dc:title': text.optional(),
  'dc:description': text.optional(),
  'dc:license': text.optional(),
  'dc:publisher': text.optional(),
  'dcat:keyword': texts.optional(),
  dialect: z.union([jsonMap, z.string()]).optional(),
  null: missingTexts,
  tableSchema: z
    .object({
      columns: z.array(column),
      null: missingTexts,
    })
    .catchall(z.json())
    .optional(),
});

/** The metadata of one table, or of a group of tables. */
const tableMetadata = z.union([z.object({ tables: z.array(table) }), table]);

/** The types of fields here, by those of Table Schema and of CSV on the Web. */
const types: Readonly<Record<string, string>> = Object.freeze({
  ...{ integer: 'int', number: 'double', string: 'text', date: 'date', datetime: 'datetime', geopoint: 'geo_point_2d' },
  ...{ double: 'double', float: 'double', decimal: 'double', dateTime: 'datetime', int: 'int', long: 'int' },
});

/** How many names a warning has. */
const maxNamed = 20;

/**
 * Reads the descriptions among files: `datapackage.json`, and `NAME-metadata.json` of CSV on the Web. Fails where one is invalid. A described
 * file that is not among them is reported: none is read elsewhere.
 */
export async function describedFiles(folder: string, paths: readonly string[], warn: (message: string) => void) {
  const descriptions = new Set<string>();
  const files = new Map<string, DescribedFile>();
  const known = new Set(paths);
  const describe = (description: string, named: string, file: DescribedFile) => {
    const path = join(dirname(description), named);
    if (known.has(path)) {
      files.set(path, file);
      const left = [...new Set(file.left)];
      if (left.length > 0)
        warn(
          `${description}: of ${named} is not carried: ${left.slice(0, maxNamed).join(', ')}${left.length > maxNamed ? ', …' : ''}.`,
        );
    } else warn(`${description}: ${named} is not in the folder.`);
  };
  for (const path of paths) {
    if (/(^|\/)datapackage\.json$/.test(path)) {
      descriptions.add(path);
      const { resources, ...whole } = await read(folder, path, dataPackage);
      for (const { path: given, ...resource } of resources)
        for (const each of given === undefined ? [] : [given].flat())
          describe(path, each, describePackaged(resource, whole, resources.length === 1));
    } else if (path.endsWith('-metadata.json')) {
      descriptions.add(path);
      const metadata = await read(folder, path, tableMetadata);
      const named = basename(path).slice(0, -'-metadata.json'.length);
      for (const each of 'tables' in metadata ? metadata.tables : [metadata])
        describe(path, each.url ?? named, describeTable(each));
    }
  }
  return { descriptions, files };
}

async function read<Value>(folder: string, path: string, schema: z.ZodType<Value>): Promise<Value> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(join(folder, path), 'utf8'));
  } catch (error) {
    throw new CommandError(`${path} is not JSON: ${messageOf(error)}`);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new CommandError(`${path} is invalid:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

type Package = Omit<z.output<typeof dataPackage>, 'resources'>;
type PackagedResource = z.output<typeof dataPackage>['resources'][number];

const given = (members: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** A resource with what its package says of all; the title of the package is that of its only resource. */
function describePackaged(
  { name, title, description, encoding, dialect, schema }: Omit<PackagedResource, 'path'>,
  whole: Package,
  isOnly: boolean,
): DescribedFile {
  const named = title ?? (isOnly ? whole.title : undefined);
  const [license] = whole.licenses ?? [];
  const { params, left, missing } = readDialect(dialect);
  const described = typeof schema === 'object' ? schema : undefined;
  const fields = withFieldNames(described?.fields ?? []);
  const shared = [...(described?.missingValues ?? []), ...missing];
  return {
    ...(name !== undefined && { name }),
    ...(named !== undefined && { title: named }),
    metadata: given({
      description: description ?? whole.description,
      keyword: whole.keywords,
      license: license?.title ?? license?.name ?? license?.path,
      publisher: whole.contributors?.find(({ role }) => role === 'publisher')?.title,
    }),
    params: given({ encoding, ...params }),
    ...(described && { fields: fields.flatMap(describeField) }),
    processors: fields.flatMap(({ missingValues, format = 'default', ...each }) =>
      processorsOf({
        ...each,
        missing: missingValues ?? shared,
        ...(isDate(each) && format.includes('%') && { dateFormat: format }),
      }),
    ),
    left: [
      ...left,
      ...(typeof schema === 'string' ? ['its schema in another file'] : []),
      ...othersIn(described, ['fields', 'missingValues', '$schema', 'name', 'title', 'description']),
      ...(fields.length === 0 && shared.some((each) => each !== '') ? ['missingValues'] : []),
      ...fields.flatMap((each) => leftOf(each, othersIn(each, [...fieldMembers, 'field']))),
      ...fields.flatMap((each) => leftOf(each, hasReadFormat(each) ? [] : ['format'])),
    ],
  };
}

const leftOf = ({ name }: { readonly name?: string | undefined }, names: readonly string[]): readonly string[] =>
  names.map((each) => `${each} of ${name ?? 'a column'}`);

const isDate = ({ type }: Pick<WrittenField, 'type'>): boolean =>
  type !== undefined && ['date', 'datetime', 'dateTime'].includes(type);

/** Whether the format of a field is one that is read: the usual one, any that is guessed, or that of a date. */
const hasReadFormat = ({ type, format = 'default' }: z.output<typeof field>): boolean =>
  format === 'default' || format === 'any' || type === 'string' || (isDate({ type }) && format.includes('%'));

/** The parameters of a dialect, the texts that stand for no value in it, and what is not carried of it. */
function readDialect(dialect: JsonObject | string | undefined) {
  if (typeof dialect === 'string') return { params: {}, left: ['its dialect in another file'], missing: [] };
  const missing = dialect?.['nullSequence'];
  return { ...dialectParams(dialect ?? {}), missing: typeof missing === 'string' ? [missing] : [] };
}

function describeTable(described: z.output<typeof table>): DescribedFile {
  const { dialect, tableSchema } = described;
  const { params, left } = readDialect(dialect);
  const columns = withFieldNames(tableSchema?.columns ?? []).map((each) => ({
    ...each,
    type: typeof each.datatype === 'string' ? each.datatype : each.datatype?.base,
    format: typeof each.datatype === 'string' ? undefined : each.datatype?.format,
  }));
  return {
    ...(described['dc:title'] !== undefined && { title: described['dc:title'] }),
    metadata: given({
      description: described['dc:description'],
      keyword: described['dcat:keyword'],
      license: described['dc:license'],
      publisher: described['dc:publisher'],
    }),
    params: given(params),
    ...(tableSchema && {
      fields: columns.flatMap(({ titles, ...each }) =>
        describeField({ ...each, title: titles, description: each['dc:description'] }),
      ),
    }),
    processors: columns.flatMap(({ field, type, format, ...each }) =>
      processorsOf({
        field,
        type,
        missing: each.null ?? tableSchema?.null ?? described.null,
        ...(typeof format === 'object' && { decimalChar: format.decimalChar, groupChar: format.groupChar }),
      }),
    ),
    left: [
      ...left,
      ...othersIn(tableSchema, ['columns', 'null', '@id', '@type', 'aboutUrl', 'propertyUrl', 'valueUrl', 'lang']),
      ...columns.flatMap((each) => leftOf(each, othersIn(each, [...columnMembers, 'field', 'type', 'format']))),
      ...columns.flatMap((each) =>
        leftOf(
          each,
          typeof each.format === 'string'
            ? ['format']
            : othersIn(each.format, ['decimalChar', 'groupChar']).map((name) => `format.${name}`),
        ),
      ),
    ],
  };
}

/** The field configurations that give a field its label, type and description. */
function describeField({
  field,
  name,
  type,
  title,
  description,
}: {
  readonly field: string;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}): JsonObject[] {
  const typeParam = type === undefined ? undefined : types[type];
  return [
    ...(title === undefined || title === name
      ? []
      : [{ rename: { fromName: field, toName: field, fieldLabel: title } }]),
    ...(typeParam === undefined ? [] : [{ type: { field, typeParam } }]),
    ...(description === undefined ? [] : [{ description: { field, description } }]),
  ];
}
