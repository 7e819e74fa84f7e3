import { sql } from '../../kernel/sql.ts';
import { firstRow, type DatabaseClient } from '../database/database-client.ts';
import { SetupError } from '../setup-error.ts';
import { DecryptionFailed, type Secrets } from './secrets.ts';

const canary = { table: 'secrets_canary', uid: 'canary' };

/**
 * Checks that the key is the key of the first start, because the stored secrets are encrypted with that key. The first check stores an
 * encrypted value, and every check decrypts it. Fails with a SetupError for another key.
 */
export async function checkSecretsKey({
  db,
  secrets,
}: {
  readonly db: DatabaseClient;
  readonly secrets: Secrets;
}): Promise<void> {
  await db.rows(
    sql`insert into secrets_canary (uid, sealed) values (${canary.uid}, ${secrets.encrypt(null, canary)}) on conflict do nothing`,
  );
  const row = await firstRow<{ sealed: string }>(db, sql`select sealed from secrets_canary where uid = ${canary.uid}`);
  try {
    secrets.decrypt(row?.sealed ?? '', canary);
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error;
    throw new SetupError(
      'The secrets in this database are encrypted with another key. Use the key of the first start: ' +
        'set SECRETS_KEY to it, or restore the file secrets.key in DATA_DIR.',
    );
  }
}
