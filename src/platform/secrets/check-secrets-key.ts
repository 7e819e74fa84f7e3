import { sql } from '../../kernel/sql.ts';
import { firstRow, type DatabaseClient } from '../database/database-client.ts';
import { SetupError } from '../setup-error.ts';
import { DecryptionFailed, type Secrets } from './secrets.ts';

const record = { table: 'secrets_canary', uid: 'canary' };

/** Fails with a SetupError when the key is not the one that this check saw first in the database, since secrets are encrypted with that one. */
export async function checkSecretsKey({
  db,
  secrets,
}: {
  readonly db: DatabaseClient;
  readonly secrets: Secrets;
}): Promise<void> {
  await db.rows(
    sql`insert into secrets_canary (uid, sealed) values (${record.uid}, ${secrets.encrypt(null, record)}) on conflict do nothing`,
  );
  const row = await firstRow<{ sealed: string }>(db, sql`select sealed from secrets_canary where uid = ${record.uid}`);
  try {
    secrets.decrypt(row?.sealed ?? '', record);
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error;
    throw new SetupError(
      'The secrets in this database are encrypted with another key. Use the key of the first start: ' +
        'set SECRETS_KEY to it, or restore the file secrets.key in DATA_DIR.',
    );
  }
}
