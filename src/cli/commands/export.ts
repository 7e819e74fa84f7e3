import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError, exitCodes, type ExitCode } from '../exit-codes.ts';
import { openForExport, removeOthers, writeItem } from '../files/portal-folder.ts';
import { safeName } from '../files/safe-name.ts';
import { CountRecordsDocument } from '../generated/operations.ts';
import { isDenial, pathOf } from '../graph-client.ts';
import type { Noun, Session } from '../nouns/noun.ts';
import { selectItems, type Selection } from '../nouns/nouns.ts';
import type { Terminal } from '../terminal.ts';

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
  await openForExport(folder, selection.nouns);
  const counts: Record<string, number> = {};
  let removed = 0;
  for (const noun of selection.nouns) {
    const written = await writeNoun(session, { folder, noun, selection, records });
    if (!written) continue;
    if (selection.includes(noun, '')) removed += await removeOthers(folder, noun, written);
    counts[noun.name] = written.size;
  }
  for (const [name, count] of Object.entries(counts)) terminal.print(`${String(count).padStart(6)}  ${name}`);
  if (removed > 0) terminal.print(`${String(removed).padStart(6)}  removed, which the instance has no more`);
  terminal.printJson({ folder, counts, removed });
  return exitCodes.ok;
}

interface NounExport {
  readonly folder: string;
  readonly noun: Noun;
  readonly selection: Selection;
  readonly records: string | undefined;
}

/** Writes the items of a noun and returns their paths; undefined where the caller may not list them. */
async function writeNoun(
  session: Session,
  { folder, noun, selection, records }: NounExport,
): Promise<ReadonlySet<string> | undefined> {
  const written = new Set<string>();
  try {
    for await (const item of noun.list(session)) {
      if (!selection.includes(noun, item.key)) continue;
      const path = await writeItem(folder, noun, item.key, item.document);
      if (item.write) {
        const own = join(folder, dirname(path));
        for (const part of ['files', 'attachments', 'exports'])
          await rm(join(own, part), { recursive: true, force: true });
        await item.write(own);
      }
      if (noun.name === 'datasets' && records !== undefined) await writeRecords(session, folder, item.key, records);
      written.add(path);
    }
    return written;
  } catch (error) {
    if (!isDenial(error)) throw error;
    session.warn(`${noun.name} are not exported: ${error.message}`);
    return undefined;
  }
}

/** The formats in which records can be written. */
const recordFormats: ReadonlySet<string> = new Set(['csv', 'parquet']);

async function writeRecords(
  { client, warn }: Session,
  folder: string,
  datasetId: string,
  format: string,
): Promise<void> {
  if (!recordFormats.has(format)) throw new CommandError('--records: csv or parquet is expected.');
  const { catalogDataset } = await client.send(CountRecordsDocument, { datasetId });
  const found = catalogDataset?.exports.find((each) => each.format === format);
  if (!found) return;
  const target = join(folder, 'records', `${safeName(datasetId)}.${format}`);
  await client.download(pathOf(found.url), target).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
    warn(`${datasetId}: its records are not written. ${error.message}`);
  });
}
