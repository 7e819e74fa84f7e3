import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of this run, removed when the process ends. The database's user may pass through it. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catalograph-bench-'));
  chmodSync(folder, 0o711);
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  return folder;
}
