import { sql, sqlAnd, sqlName, type Sql } from '#kernel/sql.ts';
import type { Json } from '#kernel/json.ts';
import type { DatabaseClient } from './database/database-client.ts';
import type { Log } from './log.ts';
import { SetupError } from './system-errors.ts';
import { DecryptionFailed, type Encryption, namedPrefix, type SecretRecord, UnknownKey } from './encryption.ts';

/** A column with encrypted texts, in a table with the key `uid`. */
export interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
}

/** What the encryption of rows needs. */
interface EncryptionTools {
  readonly db: DatabaseClient;
  readonly secrets: Encryption;
  readonly log: Log;
}

/** The column of the canary. A process that has only an earlier key does not start any more once it is encrypted with the current one. */
const canaryColumn: EncryptedColumn = { table: 'secrets_canary', column: 'sealed' };

const batchSize = 500;

/**
 * Encrypts all values that are not encrypted with the current key: those that migrations left as JSON text, and those of earlier keys of
 * the ring. Safe in several processes at a time: a row is written only when it has not changed since it was read. Fails with a
 * SetupError when a value needs a key that is not in the ring. A value that cannot be decrypted for another reason is logged and stays.
 */
export async function encryptRows(tools: EncryptionTools, columns: readonly EncryptedColumn[]): Promise<void> {
  for (const column of [...columns, canaryColumn])
    for (const texts of [textsOfColumn(column), textsOfDeletedRows(column)]) await encryptTexts(tools, texts);
}

/** Where encrypted texts of a table are: the query of the rows, and the uid and the text of each. */
interface EncryptedTexts {
  readonly table: string;
  readonly storedIn: string;
  readonly uid: Sql;
  readonly text: Sql;
  readonly condition?: Sql;
  /** The assignment of a new text. */
  readonly assign: (after: Sql) => Sql;
}

const textsOfColumn = ({ table, column }: EncryptedColumn): EncryptedTexts => ({
  table,
  storedIn: table,
  uid: sql`t.uid`,
  text: sql`t.${sqlName(column)}`,
  assign: (after) => sql`${sqlName(column)} = ${after}`,
});

/** The texts of the rows that were deleted and can be restored. */
const textsOfDeletedRows = ({ table, column }: EncryptedColumn): EncryptedTexts => ({
  table,
  storedIn: 'deleted_row',
  uid: sql`(t.values ->> 'uid')`,
  text: sql`(t.values ->> ${column}::text)`,
  condition: sql`t.table_name = ${table}::text`,
  assign: (after) => sql`values = jsonb_set(t.values, array[${column}::text], to_jsonb(${after}))`,
});

interface OutdatedRow {
  readonly uid: string;
  readonly before: string;
}

async function encryptTexts({ db, secrets, log }: EncryptionTools, texts: EncryptedTexts): Promise<void> {
  const { table, storedIn, uid: key, text, condition, assign } = texts;
  const { currentPrefix, isRing } = secrets;
  // A text that names no key is encrypted with the only key, as long as there is one.
  const isEarlier = sqlAnd(
    isRing ? undefined : sql`starts_with(${text}, ${namedPrefix})`,
    sql`not starts_with(${text}, ${currentPrefix})`,
  );
  for (let last = ''; ;) {
    const rows = await db.rows<OutdatedRow>(sql`select ${key} as uid, ${text} as before from ${sqlName(storedIn)} t
      where ${sqlAnd(condition, sql`${text} like '{%' or ${isEarlier}`, sql`${key} > ${last}`)}
      order by 1
      limit ${batchSize}::int`);
    const encrypted = rows.flatMap(({ uid, before }) => {
      const after = encryptedAgain(secrets, before, { table, uid });
      if (after === undefined) log.error({ table, uid }, 'A secret cannot be decrypted. Send it again.');
      return after === undefined ? [] : [{ uid, before, after }];
    });
    if (encrypted.length > 0)
      await db.rows(sql`update ${sqlName(storedIn)} t set ${assign(sql`each.after`)}
        from jsonb_to_recordset(${JSON.stringify(encrypted)}::jsonb) as each(uid text, before text, after text)
        where ${sqlAnd(condition, sql`${key} = each.uid`, sql`${text} = each.before`)}`);
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.uid ?? '';
  }
}

/** The value of a text under the current key; undefined when it cannot be decrypted. */
function encryptedAgain(secrets: Encryption, text: string, record: SecretRecord): string | undefined {
  try {
    return secrets.encrypt(text.startsWith('{') ? (JSON.parse(text) as Json) : secrets.decrypt(text, record), record);
  } catch (error) {
    if (error instanceof UnknownKey)
      throw new SetupError(
        `Secrets in the table ${record.table} are encrypted with a key that SECRETS_KEY no longer has. Add it again, after the current key, until all secrets are encrypted with the current one.`,
      );
    if (error instanceof DecryptionFailed) return undefined;
    throw error;
  }
}
