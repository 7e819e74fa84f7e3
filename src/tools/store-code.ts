import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBundle } from '#server/process/load-bundle.ts';

/** Rehearses the start of a process, and stores the code that V8 has compiled for it, so that a start compiles nothing. */
const [, , name] = process.argv;
const { rehearse, script, codePath, hasCode } = loadBundle(name === 'worker' ? 'worker' : 'gateway');
if (!hasCode) {
  const dataDir = await mkdtemp(join(tmpdir(), 'catalograph-rehearsal-'));
  await rehearse(dataDir);
  await rm(dataDir, { recursive: true, force: true });
  const part = `${codePath}.${process.pid}.new`;
  await writeFile(part, script.createCachedData());
  await rename(part, codePath);
}
// The services stay open otherwise.
process.exit();
