import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Json, JsonObject } from '#kernel/json.ts';
import { CommandError, messageOf } from '../exit-codes.ts';

/** What a description says of a file. */
export interface DescribedFile {
  readonly name?: string;
  readonly title?: string;
  /** Fields of the template `default`. */
  readonly metadata?: JsonObject;
  readonly params?: JsonObject;
  readonly fields?: readonly JsonObject[];
}

const field = z.object({
  name: z.string(),
  type: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
});

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
      dialect: z.object({ delimiter: z.string().optional(), quoteChar: z.string().optional() }).optional(),
      schema: z.object({ fields: z.array(field) }).optional(),
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

/** What is read of the metadata of one table (CSV on the Web). */
const table = z.object({
  url: z.string().optional(),
  'dc:title': text.optional(),
  'dc:description': text.optional(),
  'dc:license': text.optional(),
  'dc:publisher': text.optional(),
  'dcat:keyword': texts.optional(),
  dialect: z.object({ delimiter: z.string().optional(), encoding: z.string().optional() }).optional(),
  tableSchema: z
    .object({
      columns: z.array(
        z.object({
          name: z.string().optional(),
          titles: text.optional(),
          'dc:description': text.optional(),
          datatype: z.union([z.string(), z.object({ base: z.string().optional() })]).optional(),
        }),
      ),
    })
    .optional(),
});

/** The metadata of one table, or of a group of tables. */
const tableMetadata = z.union([z.object({ tables: z.array(table) }), table]);

/** The types of fields here, by those of Table Schema and of CSV on the Web. */
const types: Readonly<Record<string, string>> = Object.freeze({
  ...{ integer: 'int', number: 'double', string: 'text', date: 'date', datetime: 'datetime', geopoint: 'geo_point_2d' },
  ...{ double: 'double', float: 'double', decimal: 'double', dateTime: 'datetime', int: 'int', long: 'int' },
});

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
    if (known.has(path)) files.set(path, file);
    else warn(`${description}: ${named} is not in the folder.`);
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
  return {
    ...(name !== undefined && { name }),
    ...(named !== undefined && { title: named }),
    metadata: given({
      description: description ?? whole.description,
      keyword: whole.keywords,
      license: license?.title ?? license?.name ?? license?.path,
      publisher: whole.contributors?.find(({ role }) => role === 'publisher')?.title,
    }),
    params: given({ encoding, separator: dialect?.delimiter, quotechar: dialect?.quoteChar }),
    ...(schema && { fields: schema.fields.flatMap(describeField) }),
  };
}

const describeTable = (described: z.output<typeof table>): DescribedFile => ({
  ...(described['dc:title'] !== undefined && { title: described['dc:title'] }),
  metadata: given({
    description: described['dc:description'],
    keyword: described['dcat:keyword'],
    license: described['dc:license'],
    publisher: described['dc:publisher'],
  }),
  params: given({ encoding: described.dialect?.encoding, separator: described.dialect?.delimiter }),
  ...(described.tableSchema && {
    fields: described.tableSchema.columns.flatMap(({ name, titles, datatype, ...column }) =>
      name === undefined
        ? []
        : describeField({
            name,
            title: titles,
            description: column['dc:description'],
            type: typeof datatype === 'string' ? datatype : datatype?.base,
          }),
    ),
  }),
});

/** The field configurations that give a field its label, type and description. */
function describeField({ name, type, title, description }: z.output<typeof field>): JsonObject[] {
  const typeParam = type === undefined ? undefined : types[type];
  return [
    ...(title === undefined || title === name ? [] : [{ rename: { fromName: name, toName: name, fieldLabel: title } }]),
    ...(typeParam === undefined ? [] : [{ type: { field: name, typeParam } }]),
    ...(description === undefined ? [] : [{ description: { field: name, description } }]),
  ];
}
