import type { Platform } from '../../../api/platform.ts';
import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import { placeOf, type SchemaPlace } from '../../../platform/database/one-schema.ts';

/** The schema of the tables: one for each generation, separate from the tables of the service. */
export const recordsSchema = 'records';

/** Where the tables are, as the system catalogs name them, which statements with literals of names need. */
export const placeOfTables = ({ config }: Pick<Platform, 'config'>): SchemaPlace =>
  placeOf('records', config.databasePools.access.schema);

/** The name of a generation's table in its schema; its indexes have it as a prefix. */
export function tableName(generation: number | string): string {
  const id = Number(generation);
  if (!Number.isSafeInteger(id)) throw new TypeError('A generation is a whole number.');
  return `g${id}`;
}

/** The table of a generation. */
export const tableOf = (generation: number | string): Sql => sqlText(`${recordsSchema}.${tableName(generation)}`);

/**
 * A statement that creates the table of a generation, without the columns of its fields: the position in the order of
 * publication, when the record was made, the size of its values in bytes, its identifier (docs/contract/explore.md 4), as
 * JSON the values that no column holds exactly, and the words of all text fields, including hidden fields.
 */
export const createTable = (generation: number | string, madeAt: Date): Sql => sql`
  create table ${tableOf(generation)} (
    _position bigint not null,
    _timestamp timestamptz not null default ${timestampLiteral(madeAt)},
    _size integer not null,
    _id bytea not null,
    rest jsonb,
    _words tsvector storage external)`;

/** A literal, because a table definition takes no parameters. */
const timestampLiteral = (instant: Date): Sql => sqlText(`'${instant.toISOString()}'::timestamptz`);

/** A statement that drops the table of a generation with its indexes. */
export const dropTable = (generation: number | string): Sql => sql`drop table if exists ${tableOf(generation)}`;
