import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

/** What is read of a Data Package (Frictionless) and its Table Schemas. */
const dataPackage = z.object({
  description: z.string().optional(),
  keywords: z.array(z.string()).optional(),
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
]);

/** What is read of the metadata of one table (CSV on the Web). */
const tableMetadata = z.object({
  url: z.string().optional(),
  'dc:title': text.optional(),
  'dc:description': text.optional(),
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

/** The types of fields here, by those of Table Schema and of CSV on the Web. */
const types: Readonly<Record<string, string>> = Object.freeze({
  ...{ integer: 'int', number: 'double', string: 'text', date: 'date', datetime: 'datetime', geopoint: 'geo_point_2d' },
  ...{ double: 'double', float: 'double', decimal: 'double', dateTime: 'datetime', int: 'int', long: 'int' },
});

/** Reads the descriptions among files: `datapackage.json`, and `NAME-metadata.json` of CSV on the Web. Fails where one is invalid. */
export async function describedFiles(folder: string, paths: readonly string[]) {
  const descriptions = new Set<string>();
  const files = new Map<string, DescribedFile>();
  for (const path of paths) {
    if (/(^|\/)datapackage\.json$/.test(path)) {
      descriptions.add(path);
      const { resources, description, keywords } = await read(folder, path, dataPackage);
      for (const { path: given, ...resource } of resources)
        for (const each of given === undefined ? [] : [given].flat())
          files.set(join(dirname(path), each), describePackaged({ description, keywords, ...resource }));
    } else if (path.endsWith('-metadata.json')) {
      descriptions.add(path);
      const table = await read(folder, path, tableMetadata);
      files.set(path.slice(0, -'-metadata.json'.length), describeTable(table));
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

type Described = z.output<typeof dataPackage>['resources'][number] & {
  readonly description?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
};

const given = (members: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

const describePackaged = ({
  name,
  title,
  description,
  keywords,
  encoding,
  dialect,
  schema,
}: Described): DescribedFile => ({
  ...(name !== undefined && { name }),
  ...(title !== undefined && { title }),
  metadata: given({ description, keyword: keywords }),
  params: given({ encoding, separator: dialect?.delimiter, quotechar: dialect?.quoteChar }),
  ...(schema && { fields: schema.fields.flatMap(describeField) }),
});

const describeTable = (table: z.output<typeof tableMetadata>): DescribedFile => ({
  ...(table['dc:title'] !== undefined && { title: table['dc:title'] }),
  metadata: given({ description: table['dc:description'] }),
  params: given({ encoding: table.dialect?.encoding, separator: table.dialect?.delimiter }),
  ...(table.tableSchema && {
    fields: table.tableSchema.columns.flatMap(({ name, titles, datatype, ...column }) =>
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
