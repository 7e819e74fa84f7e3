import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SetupError } from '#platform/setup-error.ts';

/** A folder that this process has locked. */
export interface FolderLock {
  /** Releases the lock. Idempotent. */
  release(): void;
}

const SQLITE_BUSY = 5;
const isBusy = (error: unknown) =>
  typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === SQLITE_BUSY;

/**
 * Locks a folder for this process. Fails with a SetupError when another process has locked it. The lock belongs to an empty SQLite
 * database: Node offers no other lock that the system releases for a killed process and that works across containers on one volume,
 * where process ids mean nothing.
 */
export function lockFolder(folder: string): FolderLock {
  const database = new DatabaseSync(join(folder, 'lock'));
  try {
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    database.close();
    if (isBusy(error)) {
      throw new SetupError(
        `The data folder ${folder} is in use by another process of this service. ` +
          'Stop that process, or set DATA_DIR to another folder.',
      );
    }
    throw error;
  }
  return {
    release: () => {
      if (database.isOpen) database.close();
    },
  };
}
