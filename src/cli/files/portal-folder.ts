import type { Dirent } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import { CommandError, messageOf } from '../exit-codes.ts';
import type { DesiredItem, Noun } from '../nouns/noun.ts';
import { caselessName, foldName, safeName } from './safe-name.ts';
import { fromYaml, readYaml, toYaml } from './yaml.ts';

/** The format of the files. A change that older files do not follow raises it. */
const format = 1;
const marker = 'catalograph.yaml';
const markerDocument = z.strictObject({ format: z.int().min(1).describe('The format of the files below.') });

/** The name of the file of an item with a folder of its own: `dataset.yaml`. */
const fileInFolder = (noun: Noun): string => `${noun.name.replace(/s$/, '')}.yaml`;

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** What a folder has, in the order of the names; nothing where it is not there. */
const entriesIn = async (folder: string): Promise<Dirent[]> => {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    if (isMissing(error)) return [];
    throw new CommandError(`${folder} cannot be read: ${messageOf(error)}`);
  }
};

/** Prepares a folder for an export: a new or empty one, or one that an export wrote. */
export async function openForExport(folder: string, nouns: readonly Noun[]): Promise<void> {
  const names = (await entriesIn(folder)).flatMap(({ name }) => (name === '.git' ? [] : [name]));
  if (names.length > 0 && !names.includes(marker))
    throw new CommandError(`${folder} has other files. Name a new folder, or one that an export wrote.`);
  await writeFileWhole(join(folder, marker), toYaml({ format }));
  for (const noun of nouns) {
    const schema = z.toJSONSchema(noun.schema, { io: 'input', target: 'draft-7' });
    await writeFileWhole(join(folder, 'schemas', `${noun.name}.json`), `${JSON.stringify(schema, null, 2)}\n`);
  }
}

/** Checks that a folder has files of a format that this version reads. */
export async function openForReading(folder: string): Promise<void> {
  const text = await readFile(join(folder, marker), 'utf8').catch((error: unknown) => {
    if (!isMissing(error)) throw new CommandError(`${join(folder, marker)} cannot be read: ${messageOf(error)}`);
    throw new CommandError(`${folder} has no ${marker}. \`catalograph export ${folder}\` writes one.`);
  });
  const read = markerDocument.safeParse(fromYaml(text, marker));
  if (!read.success) throw new CommandError(`${marker}: ${z.prettifyError(read.error)}`);
  if (read.data.format > format)
    throw new CommandError(`${marker} has the format ${read.data.format}; this version reads up to ${format}.`);
}

/** Fails where a link among the files of nouns leads out of the folder of a portal: what it names would be uploaded, whatever it is. */
export async function refuseLinksOutside(folder: string, nouns: readonly Noun[]): Promise<void> {
  const names = new Set(nouns.map(({ name }) => name));
  const own = (await entriesIn(folder)).filter(({ name }) => names.has(name));
  if (own.length > 0) await refuseLinks(await realpath(folder), folder, own);
}

async function refuseLinks(portal: string, folder: string, entries: readonly Dirent[]): Promise<void> {
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await refuseLinks(portal, path, await entriesIn(path));
    if (!entry.isSymbolicLink()) continue;
    const target = await realpath(path).catch((error: unknown) => {
      throw new CommandError(`${path} is a link that leads nowhere: ${messageOf(error)}`);
    });
    if (!target.startsWith(`${portal}${sep}`))
      throw new CommandError(`${path} is a link to ${target}, which is not in this folder. Copy it into the folder.`);
  }
}

/** Writes the files of the items of a noun. Items whose keys differ in case alone have names that differ on any system, in any order. */
export class ItemWriter {
  readonly #folder: string;
  readonly #noun: Noun;
  /** The keys by what systems that ignore case have in common of them. */
  readonly #keys = new Map<string, string[]>();
  readonly #written = new Set<string>();

  constructor(folder: string, noun: Noun) {
    this.#folder = folder;
    this.#noun = noun;
  }

  has(key: string): boolean {
    return this.#keys.get(foldName(key))?.includes(key) === true;
  }

  /** Takes a name for an item, whether it is written or not. Another item of that name without case is moved to a name of its own. */
  async add(key: string): Promise<void> {
    const keys = this.#keys.get(foldName(key)) ?? [];
    if (keys.includes(key)) return;
    const [first] = keys;
    const before = first !== undefined && keys.length === 1 ? this.pathOf(first) : undefined;
    this.#keys.set(foldName(key), [...keys, key]);
    if (first === undefined || before === undefined || !this.#written.has(first)) return;
    const [from, to] = [before, this.pathOf(first)].map((path) =>
      join(this.#folder, this.#noun.hasFolders ? dirname(path) : path),
    );
    if (from === undefined || to === undefined || from === to) return;
    await rm(to, { recursive: true, force: true });
    await rename(from, to);
  }

  /** The path of the file of an item below the folder of the portal, until an item is added whose name is the same without case. */
  pathOf(key: string): string {
    const isAlone = (this.#keys.get(foldName(key))?.length ?? 0) < 2;
    const name = isAlone ? safeName(key) : caselessName(key);
    const { hasFolders, name: folder } = this.#noun;
    return hasFolders ? join(folder, name, fileInFolder(this.#noun)) : join(folder, `${name}.yaml`);
  }

  /** Writes the file of an item that was added. */
  async write(key: string, document: Json): Promise<void> {
    const path = this.pathOf(key);
    const schema = `${'../'.repeat(path.split('/').length - 1)}schemas/${this.#noun.name}.json`;
    await writeFileWhole(join(this.#folder, path), toYaml(document, schema, this.#noun.comments));
    this.#written.add(key);
  }

  /** The keys of the items that were written. */
  get written(): ReadonlySet<string> {
    return this.#written;
  }

  /** Removes the items that were not added, with their folders. Returns how many. */
  async removeOthers(): Promise<number> {
    const kept = new Set([...this.#keys.values()].flat().map((key) => this.pathOf(key)));
    const others = (await itemPaths(this.#folder, this.#noun)).filter((path) => !kept.has(path));
    for (const path of others)
      await rm(join(this.#folder, this.#noun.hasFolders ? dirname(path) : path), { recursive: true });
    return others.length;
  }
}

async function writeFileWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}

/** The paths of the items of a noun, below the folder, in alphabetical order. Other files next to them are passed over. */
async function itemPaths(folder: string, noun: Noun): Promise<string[]> {
  const entries = (await entriesIn(join(folder, noun.name))).filter(({ name }) => !name.startsWith('.'));
  return noun.hasFolders
    ? entries.filter((each) => !each.isFile()).map(({ name }) => join(noun.name, name, fileInFolder(noun)))
    : entries.filter(({ name }) => name.endsWith('.yaml')).map(({ name }) => join(noun.name, name));
}

/** Fails where a person may have meant a file as an item that is passed over: `--prune` would delete the item. */
async function refuseMisplaced(folder: string, noun: Noun): Promise<void> {
  const place = noun.hasFolders ? `${noun.name}/NAME/${fileInFolder(noun)}` : `${noun.name}/NAME.yaml`;
  for (const entry of await entriesIn(join(folder, noun.name))) {
    const isMisplaced = noun.hasFolders
      ? entry.isFile() && /\.ya?ml$/i.test(entry.name)
      : entry.isDirectory()
        ? // bytes that the files name
          entry.name !== 'files'
        : /\.ya?ml$/i.test(entry.name) && !entry.name.endsWith('.yaml');
    if (isMisplaced && !entry.name.startsWith('.'))
      throw new CommandError(`${join(noun.name, entry.name)} is not read: a file of ${noun.name} is ${place}.`);
  }
}

/** How many items of a noun a folder has. */
export const countItems = async (folder: string, noun: Noun): Promise<number> => (await itemPaths(folder, noun)).length;

/** Reads the items of a noun, one at a time. Fails with the file and the place where one is invalid. */
export async function* readItems(folder: string, noun: Noun): AsyncGenerator<DesiredItem> {
  const keys = new Map<string, string>();
  await refuseMisplaced(folder, noun);
  for (const path of await itemPaths(folder, noun)) {
    const item = await readItem(folder, noun, path);
    const other = keys.get(item.key);
    if (other !== undefined)
      throw new CommandError(`${other} and ${path} are both the item ${item.key} of ${noun.name}.`);
    keys.set(item.key, path);
    yield item;
  }
}

/** Reads the item of a path below the folder. */
export async function readItem(folder: string, noun: Noun, path: string): Promise<DesiredItem> {
  const text = await readFile(join(folder, path), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) throw new CommandError(`${path} is missing.`);
    throw new CommandError(`${path} cannot be read: ${messageOf(error)}`);
  });
  const { value, lineOf } = readYaml(text, path);
  const read = noun.schema.safeParse(value);
  if (!read.success) {
    const places = placesOf(read.error.issues).map(
      ({ at, name, message }) => `  line ${lineOf(at)}: ${name}${message}`,
    );
    throw new CommandError(`${path} is invalid:\n${places.join('\n')}`);
  }
  if (!isJsonObject(read.data)) throw new CommandError(`${path} is not a map.`);
  const document: JsonObject = read.data;
  return { key: noun.keyOf(document), path, document, folder: join(folder, dirname(path)), lineOf };
}

/** Where a document is not as its schema: the member, as people write it, and the message. Of alternatives, the one that fits best is named. */
function placesOf(issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []) {
  return issues.flatMap((issue): { at: readonly PropertyKey[]; name: string; message: string }[] => {
    const at = [...above, ...issue.path];
    const [best] = issue.code === 'invalid_union' ? issue.errors.filter((each) => each.some(isInside)) : [];
    if (best) return placesOf(best, at);
    const name = at.length > 0 ? `${at.join('.')}: ` : '';
    const place = issue.code === 'unrecognized_keys' ? [...at, ...issue.keys.slice(0, 1)] : at;
    return [{ at: place, name, message: issue.message }];
  });
}

/** Whether an issue is of a part of the value and not of its type. */
const isInside = ({ path, code }: z.core.$ZodIssue): boolean => path.length > 0 || code === 'unrecognized_keys';
