import { sql, sqlName } from '../../kernel/sql.ts';
import type { Json } from '../../kernel/json.ts';
import type { DatabaseClient } from '../database/database-client.ts';
import type { Secrets } from './secrets.ts';

const chunk = 500;

/**
 * Seals the secrets in the column `secrets` of a table that are still JSON text, as migrations leave them. Several
 * processes may do so at a time: a row is written only as it was read.
 */
export async function encryptRows(
  { db, secrets }: { readonly db: DatabaseClient; readonly secrets: Secrets },
  table: string,
): Promise<void> {
  for (;;) {
    const rows = await db.rows<{ uid: string; secrets: string }>(
      sql`select uid, secrets from ${sqlName(table)} where secrets like '{%' limit ${chunk}::int`,
    );
    if (rows.length === 0) return;
    const sealed = rows.map(({ uid, secrets: plain }) => ({
      uid,
      plain,
      sealed: secrets.encrypt(JSON.parse(plain) as Json, { table, uid }),
    }));
    await db.rows(sql`update ${sqlName(table)} t set secrets = each.sealed
      from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as each(uid text, plain text, sealed text) where t.uid = each.uid and t.secrets = each.plain`);
  }
}
