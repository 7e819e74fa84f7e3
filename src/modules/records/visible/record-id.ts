import { sql, type Sql } from '#kernel/sql.ts';
import { idsOf } from '#platform/columns/column-engine.ts';
import type { VisibleRecords } from './visible-records.ts';

/** Whether a text is an identifier of a record: 20 bytes in hexadecimal. */
export const isRecordId = (text: string): boolean => /^[\da-f]{40}$/.test(text);

/** The number of hexadecimal digits that the key of an identifier has. */
const keyDigits = 16;

/** The condition that a record, under the alias `t`, has an identifier. */
export function recordWithId({ table }: Pick<VisibleRecords, 'table'>, recordId: string): Sql {
  const key = BigInt(`0x${recordId.slice(0, keyDigits)}`).toString();
  return sql`t._position in (select position from ${idsOf(table)} where key = ${key}::ubigint) and t._id = unhex(${recordId})`;
}
