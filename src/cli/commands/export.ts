import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { CommandError, exitCodes, type ExitCode } from '../exit-codes.ts';
import { ItemWriter, openForExport } from '../files/portal-folder.ts';
import { CountRecordsDocument } from '../generated/operations.ts';
import { isDenial, pathOf } from '../graph-client.ts';
import type { Noun, Session } from '../nouns/noun.ts';
import { requireMatches, selectItems, type Selection } from '../nouns/nouns.ts';
import type { Terminal } from '../terminal.ts';
import { readRights } from './read-rights.ts';

/** What an export writes besides the files. */
export interface ExportOptions {
  readonly only?: readonly string[] | undefined;
  readonly records?: string | undefined;
}

/** Writes everything that the caller may see to a folder. A file is written whole or not at all, and one item is held at a time. */
export async function exportPortal(
  session: Session,
  terminal: Terminal,
  { folder, only, records }: ExportOptions & { readonly folder: string },
): Promise<ExitCode> {
  const selection = selectItems(only);
  if (records !== undefined && !recordFormats.has(records))
    throw new CommandError('--records: csv or parquet is expected.');
  // a wrong address or key leaves no folder behind
  await readRights(session);
  await openForExport(folder, selection.nouns);
  const counts: Record<string, number> = {};
  let removed = 0;
  for (const noun of selection.nouns) {
    const writer = await writeNoun(session, { folder, noun, selection });
    if (!writer) continue;
    const isWhole = selection.includes(noun, '');
    if (isWhole) removed += await writer.removeOthers();
    counts[noun.name] = writer.written.size;
    if (noun.name !== 'datasets') continue;
    const current = records === undefined ? undefined : await writeRecords(session, folder, writer, records);
    if (isWhole) removed += await removeOtherRecords(folder, writer, current);
  }
  requireMatches(selection, 'the instance does not have');
  for (const [name, count] of Object.entries(counts)) terminal.print(`${String(count).padStart(6)}  ${name}`);
  if (removed > 0) terminal.print(`${String(removed).padStart(6)}  removed, which the instance has no more`);
  terminal.printJson({ folder, counts, removed });
  return exitCodes.ok;
}

interface NounExport {
  readonly folder: string;
  readonly noun: Noun;
  readonly selection: Selection;
}

/** Writes the items of a noun; undefined where the caller may not list them. */
async function writeNoun(session: Session, { folder, noun, selection }: NounExport): Promise<ItemWriter | undefined> {
  const writer = new ItemWriter(folder, noun);
  try {
    for await (const item of noun.list(session)) {
      await writer.add(item.key);
      if (!selection.includes(noun, item.key)) continue;
      await writer.write(item.key, item.document);
      if (item.write) {
        const own = join(folder, dirname(writer.pathOf(item.key)));
        for (const part of ['files', 'attachments', 'exports', 'published'])
          await rm(join(own, part), { recursive: true, force: true });
        await item.write(own);
      }
    }
    return writer;
  } catch (error) {
    if (!isDenial(error)) throw error;
    session.warn(`${noun.name} are not exported: ${error.message}`);
    return undefined;
  }
}

/** The formats in which records can be written. */
const recordFormats: ReadonlySet<string> = new Set(['csv', 'parquet']);

const recordsFolder = 'records';

/** The name of the files of the records of a dataset: that of its folder. */
const recordsName = (writer: ItemWriter, datasetId: string): string => basename(dirname(writer.pathOf(datasetId)));

/**
 * Removes the records of what the instance has no more: those of other datasets, and where records were exported, all that are not current,
 * such as those of a dataset that is published no more. Returns how many files.
 */
async function removeOtherRecords(
  folder: string,
  writer: ItemWriter,
  current: ReadonlySet<string> | undefined,
): Promise<number> {
  const kept =
    current ??
    new Set(
      [...writer.written].flatMap((datasetId) =>
        [...recordFormats].map((format) => `${recordsName(writer, datasetId)}.${format}`),
      ),
    );
  const path = join(folder, recordsFolder);
  const names = existsSync(path) ? await readdir(path) : [];
  const stale = names.filter((name) => recordFormats.has(extname(name).slice(1)) && !kept.has(name));
  for (const name of stale) await rm(join(path, name));
  return stale.length;
}

/** Writes the records of the datasets that were written. Returns the names of files that are current, or could not be read. */
async function writeRecords(
  { client, progress, warn }: Session,
  folder: string,
  writer: ItemWriter,
  format: string,
): Promise<ReadonlySet<string>> {
  const current = new Set<string>();
  let done = 0;
  for (const datasetId of writer.written) {
    done += 1;
    progress(`records ${done}/${writer.written.size}`);
    const { catalogDataset } = await client.send(CountRecordsDocument, { datasetId });
    const found = catalogDataset?.exports.find((each) => each.format === format);
    if (!found) continue;
    const name = `${recordsName(writer, datasetId)}.${format}`;
    current.add(name);
    await client.download(pathOf(found.url), join(folder, recordsFolder, name)).catch((error: unknown) => {
      if (!(error instanceof CommandError)) throw error;
      warn(`${datasetId}: its records are not written. ${error.message}`);
    });
  }
  return current;
}
