import type { RequestContext } from '../../../api/context.ts';
import { sql, type Sql } from '../../../kernel/sql.ts';
import { isBlobKey } from '../../../platform/storage/storage.ts';
import type { GenerationTable } from '../../../platform/columns/column-engine.ts';
import type { RecordField } from '../record-field.ts';
import { columnsOfGeneration } from '../table/record-columns.ts';
import { readTail } from './record-tail.ts';

/** Where the records of a generation are, as `storedGeneration` selects it. */
export interface StoredGeneration {
  readonly id: string;
  /** The key of the file; null for a generation without records, or whose records are all in the tail. */
  readonly file: string | null;
  /** The number of records in the file. */
  readonly fileCount: number;
  /** The number of records in the file and the tail. */
  readonly recordCount: number;
  /** The version of the tail. */
  readonly tailVersion: string;
}

/** JSON with the StoredGeneration of a row of the table `generation` under an alias. */
export const storedGeneration = (generation: Sql): Sql =>
  sql`json_build_object('id', ${generation}.id::text, 'file', ${generation}.file, 'fileCount', ${generation}.file_count,
    'recordCount', ${generation}.record_count, 'tailVersion', ${generation}.tail_version::text)`;

/**
 * The table of a generation with its fields, all of them, in the column engine. In a transaction that appended records, the table has these
 * records too.
 */
export function tableOfGeneration(
  ctx: Pick<RequestContext, 'app' | 'db' | 'em'>,
  { id, file, fileCount, recordCount, tailVersion }: StoredGeneration,
  fields: readonly RecordField[],
): GenerationTable {
  // the key becomes a part of a name in statements
  if (file !== null && !isBlobKey(file)) throw new TypeError('The file of a generation is the key of a blob.');
  const columns = columnsOfGeneration(fields);
  const hasTail = recordCount > fileCount;
  return {
    name: [`g${id}`, file?.slice(0, 16) ?? '', fieldsVersion(fields), recordCount, hasTail ? tailVersion : ''].join(
      '_',
    ),
    file: file === null ? null : { key: file, recordCount: fileCount },
    columns,
    // Outside of transactions the read does not wait for a turn of the request: the statement that needs it holds one.
    readTail: hasTail
      ? () =>
          readTail(ctx.em.isInTransaction() ? ctx.db : ctx.app.db, {
            generation: id,
            from: fileCount,
            to: recordCount,
            columnCount: columns.length,
          })
      : null,
  };
}

/** A text that differs for each state of the fields of one generation: fields are only appended, and ints become doubles. */
const fieldsVersion = (fields: readonly RecordField[]): string =>
  `${fields.length}f${fields.filter(({ type }) => type === 'double').length}`;
