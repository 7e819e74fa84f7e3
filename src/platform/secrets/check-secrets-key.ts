import { sql } from '../../kernel/sql.ts';
import { firstRow, type Database } from '../database/database.ts';
import { SetupError } from '../setup-error.ts';
import { SealBroken, type Secrets } from './secrets.ts';

const record = { table: 'secrets_canary', uid: 'canary' };

/** Fails with a SetupError when the secrets of the database are sealed with another key; the first key is the right one. */
export async function checkSecretsKey({
  db,
  secrets,
}: {
  readonly db: Database;
  readonly secrets: Secrets;
}): Promise<void> {
  await db.rows(
    sql`insert into secrets_canary (uid, sealed) values (${record.uid}, ${secrets.seal(null, record)}) on conflict do nothing`,
  );
  const row = await firstRow<{ sealed: string }>(db, sql`select sealed from secrets_canary where uid = ${record.uid}`);
  try {
    secrets.open(row?.sealed ?? '', record);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new SetupError(
      'The secrets in this database are sealed with another key. Start with the key that it was first started with: ' +
        'set SECRETS_KEY to it, or put secrets.key back into DATA_DIR.',
    );
  }
}
