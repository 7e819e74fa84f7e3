import { sql, type Sql } from '../../../kernel/sql.ts';
import type { VisibleRecords } from './visible-records.ts';

/** Whether a text is an identifier of a record: 20 bytes in hexadecimal. */
export const isRecordId = (text: string): boolean => /^[\da-f]{40}$/.test(text);

/** The condition that a record has an identifier, over the alias `t`. */
export const recordWithId = (_records: Pick<VisibleRecords, 'table'>, recordId: string): Sql =>
  sql`t._id = unhex(${recordId})`;
