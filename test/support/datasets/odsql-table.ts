import pg from 'pg';
import { bindQuery } from '#engine/odsql/bind/bind-query.ts';
import { parseGroupBy, parseOrderBy, parseSelect } from '#engine/odsql/parse/parse-clauses.ts';
import { parseWhere } from '#engine/odsql/parse/parse-where.ts';
import { rowsStatement, type SqlQuery } from '#engine/odsql/sql/query-sql.ts';
import type { SqlField, SqlScope } from '#engine/odsql/sql/scope.ts';
import type { FieldType } from '#engine/records/record.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import { testDatabase } from '../database/database.ts';

const columnTypes = {
  text: 'text collate "C"',
  int: 'bigint',
  double: 'double precision',
  date: 'date',
  datetime: 'timestamptz',
  geo_point_2d: 'point',
  geo_shape: 'jsonb',
  file: 'jsonb',
} as const satisfies Record<FieldType, string>;

/** A column of a test's table: `text[]` is a multivalued text. */
export type ColumnType = FieldType | 'text[]';

/** The clauses of a query as text. */
export interface Clauses {
  readonly select?: string;
  readonly where?: string;
  readonly groupBy?: string;
  readonly orderBy?: string;
  readonly limit?: number;
  readonly offset?: number;
  readonly timezone?: string;
}

/** A typed table in a database of its own, as the entries of the catalog are stored. */
export interface OdsqlTable {
  readonly from: Sql;
  scope(options?: Partial<SqlScope>): SqlScope;
  /** Inserts rows of texts, which PostgreSQL reads as the types of the columns. */
  insert(rows: readonly (readonly (string | null)[])[]): Promise<void>;
  run(statement: Sql): Promise<Record<string, unknown>[]>;
  bind(clauses: Clauses): SqlQuery;
  /** The rows of a query. */
  rows(clauses: Clauses): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Creates the table. */
export async function odsqlTable(columns: Readonly<Record<string, ColumnType>>): Promise<OdsqlTable> {
  const database = await testDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const fields = Object.entries(columns).map(([name, type], index): SqlField => fieldOf(name, type, index));
  const definitions = Object.values(columns).map((type, index) => `c${index} ${typeOf(type)}`);
  await client.query(
    `create table t (_position bigint generated always as identity primary key, ${definitions.join(', ')})`,
  );
  const scope = (options: Partial<SqlScope> = {}): SqlScope => ({
    fields,
    find: (name) => fields.find((field) => field.name === name),
    timezone: 'UTC',
    language: 'en',
    now: new Date('2026-01-01T00:00:00Z'),
    position: sqlText('t._position'),
    ...options,
  });
  const bind = ({ select = '', where = '', groupBy = '', orderBy = '', timezone = 'UTC' }: Clauses): SqlQuery => {
    const own = scope({ timezone });
    const bound = bindQuery<SqlField>(
      {
        select: parseSelect(select),
        where: parseWhere(where),
        groupBy: parseGroupBy(groupBy),
        orderBy: parseOrderBy(orderBy),
      },
      own,
    );
    return { ...bound, scope: own };
  };
  const run = async (statement: Sql): Promise<Record<string, unknown>[]> => {
    const { text, values } = statement.render();
    return (await client.query<Record<string, unknown>>(text, [...values])).rows;
  };
  const from = sqlText('t');
  return {
    from,
    scope,
    run,
    bind,
    insert: async (rows) => {
      const list = definitions.map((_, index) => `c${index}`).join(', ');
      const values = definitions.map(
        (definition, index) => `$${index + 1}::${(definition.split(' collate')[0] ?? '').replace(/^c\d+ /, '')}`,
      );
      for (const row of rows) await client.query(`insert into t (${list}) values (${values.join(', ')})`, [...row]);
    },
    rows: async (clauses) => {
      const { limit = null, offset = 0 } = clauses;
      const found = await run(rowsStatement(bind(clauses), { from, limit, offset }));
      return found.map(({ row }): Record<string, unknown> => JSON.parse(String(row)));
    },
    close: async () => {
      await client.end();
      await database.drop();
    },
  };
}

const typeOf = (type: ColumnType): string => (type === 'text[]' ? 'text[] collate "C"' : columnTypes[type]);

const fieldOf = (name: string, type: ColumnType, index: number): SqlField => ({
  name,
  type: type === 'text[]' ? 'text' : type,
  isMultivalued: type === 'text[]',
  value: sql`${sqlText(`t.c${index}`)}`,
});
