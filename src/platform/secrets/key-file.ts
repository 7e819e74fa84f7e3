import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError } from '../setup-error.ts';
import { systemErrorCode } from '../system-error-code.ts';
import { readKey } from './read-key.ts';
import { keyLength } from './encryption.ts';

/** Reads the key of a data folder, or creates it when it is missing. Processes that start at the same time get the same key. */
export async function readOrCreateKey(dataDir: string): Promise<Uint8Array> {
  const file = join(dataDir, 'secrets.key');
  const found = await readKeyFile(file);
  if (found) return found;
  await mkdir(dataDir, { recursive: true });
  await createKey(dataDir, file);
  return (await readKeyFile(file)) ?? failUnusable(file);
}

/** Creates the key file, unless another process was faster. The file is written under another name and then linked, so that no reader sees an incomplete key. */
async function createKey(dataDir: string, file: string): Promise<void> {
  const draft = join(dataDir, `secrets.${randomUUID()}.part`);
  try {
    await writeFile(draft, `${randomBytes(keyLength).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, file);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function readKeyFile(file: string): Promise<Uint8Array | undefined> {
  try {
    return readKey(await readFile(file, 'utf8')) ?? failUnusable(file);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function failUnusable(file: string): never {
  throw new SetupError(
    `${file} does not hold a key: 32 bytes in base64 or hexadecimal. Restore the original file, or set SECRETS_KEY to its key.`,
  );
}
