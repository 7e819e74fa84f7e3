import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const maxWaitMs = 300_000;
/** A gateway that has made no order file for so long makes no other one. */
const quietMs = 3_000;

const filesOf = (folder: string): Promise<string[]> => readdir(join(folder, 'gateway', 'records'));

/** Waits until the gateway has made the row file of the records, so that its background process takes no time from what is measured. */
export async function rowFileMade(folder: string, rows: number): Promise<void> {
  const name = new RegExp(`_${String(rows)}_.*\\.rows$`);
  for (const end = Date.now() + maxWaitMs; Date.now() < end; await sleep(500))
    if ((await filesOf(folder)).some((file) => name.test(file))) return;
  throw new Error('The row file was not made.');
}

/** Waits until the gateway makes no more order files for the pages that it was asked for. */
export async function orderFilesMade(folder: string): Promise<void> {
  const count = async () => (await filesOf(folder)).filter((file) => file.endsWith('.order')).length;
  const end = Date.now() + maxWaitMs;
  for (let [known, since] = [-1, 0]; Date.now() - since < quietMs; await sleep(500)) {
    if (Date.now() > end) throw new Error('The gateway makes order files all the time.');
    const now = await count();
    if (now === known) continue;
    [known, since] = [now, Date.now()];
  }
}
