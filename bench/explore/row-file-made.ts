import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const maxWaitMs = 300_000;

/** Waits until the gateway has made the row file of the records, so that its background process takes no time from what is measured. */
export async function rowFileMade(folder: string, rows: number): Promise<void> {
  const name = new RegExp(`_${String(rows)}_.*\\.rows$`);
  for (const end = Date.now() + maxWaitMs; Date.now() < end; await sleep(500))
    if ((await readdir(join(folder, 'gateway', 'records'))).some((file) => name.test(file))) return;
  throw new Error('The row file was not made.');
}
