import { parseArgs } from 'node:util';
import { readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { SetupError } from '#platform/system-errors.ts';
import { copyBlobs, type CopyProgress } from '#platform/storage/copy-blobs.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';

/** How often the progress is printed: on a terminal, and in a log. */
const intervalMs = { terminal: 200, log: 10_000 };

const usage =
  'Usage: npm run storage:move -- --to s3://bucket/prefix [--from ./data/files]. Either may be a folder or a bucket; S3_* settings apply to both.';

/** Copies all stored files from one storage to another: see docs/storage.md. The source keeps its files. */
try {
  process.exitCode = (await moveStorage()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`\n${error instanceof SetupError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** Returns whether all files are intact. */
async function moveStorage(): Promise<boolean> {
  const { from, to } = locations();
  const log = createLog({ level: 'warn' });
  const settingsOf = (location: string | undefined) =>
    readConfig({ ...process.env, ...(location !== undefined && { STORAGE_URL: location }) }).storage;
  const [source, target] = [await openStorage(settingsOf(from), log), await openStorage(settingsOf(to), log)];
  const id = await requireSameCatalog(source, target);
  const { present, damaged, ...copied } = await copyBlobs(source, target, createReport());
  if (id !== undefined && damaged.length === 0) await target.createId(id);
  process.stdout.write(
    `\n${target.location} has all of ${textOf(copied)} of ${source.location}; ${present} were there before.\n`,
  );
  for (const key of damaged) process.stderr.write(`Not copied, because its bytes are damaged: ${key}\n`);
  if (damaged.length === 0)
    process.stdout.write(`Stop all gateways and workers, run this again, and start them with STORAGE_URL=${to}.\n`);
  return damaged.length === 0;
}

function locations(): { readonly from: string | undefined; readonly to: string } {
  try {
    const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
    if (values.to !== undefined && values.to !== values.from) return { from: values.from, to: values.to };
  } catch {
    // an unknown option
  }
  throw new SetupError(usage);
}

/** The identifier of the source. The target must be another storage: a new one, or a copy of the source. */
async function requireSameCatalog(source: Storage, target: Storage): Promise<string | undefined> {
  if (source.location === target.location) throw new SetupError(usage);
  const [id, idOfTarget] = await Promise.all([source.readId(), target.readId()]);
  if (idOfTarget === undefined || idOfTarget === id) return id;
  throw new SetupError(
    `${target.location} has the stored files of another catalog. Choose another folder, or another prefix of the bucket.`,
  );
}

function textOf({ files, bytes }: Pick<CopyProgress, 'files' | 'bytes'>): string {
  return `${files} files (${(bytes / 2 ** 20).toFixed(1)} MiB)`;
}

/** Prints the progress now and then: in one line on a terminal, in a line each in a log. */
function createReport(): (progress: CopyProgress) => void {
  const { isTTY } = process.stderr;
  const interval = isTTY ? intervalMs.terminal : intervalMs.log;
  let printedAt = performance.now();
  return (progress) => {
    if (performance.now() - printedAt < interval) return;
    printedAt = performance.now();
    process.stderr.write(isTTY ? `\r${textOf(progress)}` : `${textOf(progress)}\n`);
  };
}
