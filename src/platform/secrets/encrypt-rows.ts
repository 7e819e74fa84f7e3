import { sql, sqlName } from '../../kernel/sql.ts';
import type { Json } from '../../kernel/json.ts';
import type { DatabaseClient } from '../database/database-client.ts';
import type { Secrets } from './secrets.ts';

const batchSize = 500;

/**
 * Encrypts the values in the column `secrets` of a table that migrations left as JSON text. Safe in several processes at a time:
 * a row is written only when it has not changed since it was read.
 */
export async function encryptRows(
  { db, secrets }: { readonly db: DatabaseClient; readonly secrets: Secrets },
  table: string,
): Promise<void> {
  for (;;) {
    const rows = await db.rows<{ uid: string; secrets: string }>(
      sql`select uid, secrets from ${sqlName(table)} where secrets like '{%' limit ${batchSize}::int`,
    );
    if (rows.length === 0) return;
    const encrypted = rows.map(({ uid, secrets: plain }) => ({
      uid,
      plain,
      sealed: secrets.encrypt(JSON.parse(plain) as Json, { table, uid }),
    }));
    await db.rows(sql`update ${sqlName(table)} t set secrets = each.sealed
      from jsonb_to_recordset(${JSON.stringify(encrypted)}::jsonb) as each(uid text, plain text, sealed text) where t.uid = each.uid and t.secrets = each.plain`);
  }
}
