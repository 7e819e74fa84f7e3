import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import { CommandError } from '../exit-codes.ts';
import type { DesiredItem, Noun } from '../nouns/noun.ts';
import { caselessName, foldName, safeName } from './safe-name.ts';
import { fromYaml, toYaml } from './yaml.ts';

/** The format of the files. A change that older files do not follow raises it. */
const format = 1;
const marker = 'catalograph.yaml';
const markerDocument = z.strictObject({ format: z.int().describe('The format of the files below.') });

/** The name of the file of an item with a folder of its own: `dataset.yaml`. */
const fileInFolder = (noun: Noun): string => `${noun.name.replace(/s$/, '')}.yaml`;

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

/** Prepares a folder for an export: a new or empty one, or one that an export wrote. */
export async function openForExport(folder: string, nouns: readonly Noun[]): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => name !== '.git');
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
  const text = await readFile(join(folder, marker), 'utf8').catch(() => {
    throw new CommandError(`${folder} has no ${marker}. \`catalograph export ${folder}\` writes one.`);
  });
  const read = markerDocument.safeParse(fromYaml(text, marker));
  if (!read.success) throw new CommandError(`${marker}: ${z.prettifyError(read.error)}`);
  if (read.data.format > format)
    throw new CommandError(`${marker} has the format ${read.data.format}; this version reads up to ${format}.`);
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

/** The paths of the items of a noun, below the folder, in alphabetical order. */
async function itemPaths(folder: string, noun: Noun): Promise<string[]> {
  const names = (await namesIn(join(folder, noun.name))).filter((name) => !name.startsWith('.'));
  return noun.hasFolders
    ? names.map((name) => join(noun.name, name, fileInFolder(noun)))
    : names.filter((name) => name.endsWith('.yaml')).map((name) => join(noun.name, name));
}

/** How many items of a noun a folder has. */
export const countItems = async (folder: string, noun: Noun): Promise<number> => (await itemPaths(folder, noun)).length;

/** Reads the items of a noun, one at a time. Fails with the file and the place where one is invalid. */
export async function* readItems(folder: string, noun: Noun): AsyncGenerator<DesiredItem> {
  const keys = new Map<string, string>();
  for (const path of await itemPaths(folder, noun)) {
    const item = await readItem(folder, noun, path);
    const other = keys.get(item.key);
    if (other !== undefined) throw new CommandError(`${path} and ${other} are of the same ${noun.name}: ${item.key}.`);
    keys.set(item.key, path);
    yield item;
  }
}

/** Reads the item of a path below the folder. */
export async function readItem(folder: string, noun: Noun, path: string): Promise<DesiredItem> {
  const text = await readFile(join(folder, path), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) throw new CommandError(`${path} is missing.`);
    throw error;
  });
  const read = noun.schema.safeParse(fromYaml(text, path));
  if (!read.success) throw new CommandError(`${path} is invalid:\n${z.prettifyError(read.error)}`);
  if (!isJsonObject(read.data)) throw new CommandError(`${path} is not a map.`);
  const document: JsonObject = read.data;
  return { key: noun.keyOf(document), path, document, folder: join(folder, dirname(path)) };
}
