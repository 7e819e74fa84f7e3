import { DuckDBInstance } from '@duckdb/node-api';
import { bindQuery } from '#engine/odsql/bind/bind-query.ts';
import { columnFunctions } from '#engine/odsql/column-functions.ts';
import { parseGroupBy, parseOrderBy, parseSelect } from '#engine/odsql/parse/parse-clauses.ts';
import { parseWhere } from '#engine/odsql/parse/parse-where.ts';
import { rowsStatement, type SqlQuery } from '#engine/odsql/sql/query-sql.ts';
import type { SqlField, SqlScope } from '#engine/odsql/sql/scope.ts';
import { wordsOf } from '#engine/odsql/words.ts';
import { boxOfGeometry } from '#engine/odsql/shape-functions.ts';
import type { FieldType } from '#engine/records/record.ts';
import { sql, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';
import { wordsSuffix } from '#platform/columns/column-engine.ts';
import { bindStatementValues } from '#platform/columns/process/bind-values.ts';
import { registerFunctions } from '#platform/columns/process/register-functions.ts';
import { indexedWords, wordsOfTable, wordsStatements } from '#platform/columns/process/words-index.ts';

/** The DuckDB type of a column that holds the values of a field; null for a point, which has two columns. */
const columnTypes = {
  text: 'VARCHAR',
  'text[]': 'VARCHAR[]',
  int: 'BIGINT',
  double: 'DOUBLE',
  date: 'DATE',
  datetime: 'TIMESTAMPTZ',
  geo_point_2d: null,
  geo_shape: 'VARCHAR',
  file: 'VARCHAR',
} as const satisfies Record<ColumnType, string | null>;

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

/** A typed table `t` in the column engine, as published records are stored. */
export interface ColumnTable {
  readonly from: Sql;
  scope(options?: Partial<SqlScope>): SqlScope;
  /** The words of a scope that looks them up in an index, as in a native file, of the first rows; those of the others are read, as in a tail. */
  indexWords(indexedRows: number): Promise<NonNullable<SqlScope['words']>>;
  /**
   * Appends rows of texts, one for each column, which the engine reads as the types of the columns: a list as a JSON array, a point as
   * `(lon,lat)`. The positions begin at 0.
   */
  insert(rows: readonly (readonly (string | null)[])[]): Promise<void>;
  /** The rows of a statement. 64-bit integers are texts, lists are arrays, other numbers are numbers. */
  run(statement: Sql): Promise<Record<string, unknown>[]>;
  bind(clauses: Clauses): SqlQuery;
  /** The rows of a query. */
  rows(clauses: Clauses): Promise<Record<string, unknown>[]>;
  /** Removes all rows. */
  clear(): Promise<void>;
  close(): void;
}

/** Creates the table in an engine of its own. */
export async function columnTable(columns: Readonly<Record<string, ColumnType>>): Promise<ColumnTable> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run("set TimeZone = 'UTC'");
  await registerFunctions(connection, columnFunctions);
  const types = Object.values(columns);
  const definitions = types.flatMap(definitionsOf);
  await connection.run(`create table r (_position bigint, ${definitions.join(', ')})`);
  // as the engine names the rows of a generation
  await connection.run('create view t as select *, rowid as _row from r');
  const fields = Object.entries(columns).map(([name, type], index): SqlField => fieldOf(name, type, index));
  const scope = (options: Partial<SqlScope> = {}): SqlScope => ({
    fields,
    find: (name) => fields.find((field) => field.name === name),
    timezone: 'UTC',
    language: 'en',
    now: new Date('2026-01-01T00:00:00Z'),
    position: sqlText('t._position'),
    hasJsonObject: true,
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
    const prepared = await connection.prepare(text);
    try {
      bindStatementValues(prepared, values);
      return (await prepared.runAndReadAll()).getRowObjectsJson();
    } finally {
      prepared.destroySync();
    }
  };
  const from = sqlText('t');
  let count = 0;
  const indexWords = async (indexedRows: number): Promise<NonNullable<SqlScope['words']>> => {
    const names = definitions.map((definition) => ({ name: definition.split(' ')[0] ?? '', type: '' }));
    for (const view of ['t_words', 'tail']) await connection.run(`drop view if exists ${view}`);
    await connection.run(`attach if not exists ':memory:' as file`);
    await connection.run('drop table if exists file.words');
    await connection.run(`create or replace table file.r as from r where _position < ${indexedRows}`);
    for (const statement of await wordsStatements(connection, 'file', { from: 0, to: indexedRows }))
      await connection.run(statement);
    await connection.run(`create view tail as from r where _position >= ${indexedRows}`);
    const parts = [indexedWords('file'), ...wordsOfTable('tail', names)];
    await connection.run(`create view t_words as ${parts.join(' union all ')}`);
    return {
      isRanked: true,
      index: (isFound, found) => {
        const columnNames = found.map(({ name }) => {
          const index = fields.findIndex((field) => field.name === name);
          return sql`${`c${index}${wordsSuffix}`}::text`;
        });
        return sql`t._position in (select w.position from t_words w
          where ${isFound(sqlText('w.word'))} and w.field in (${sqlJoin(columnNames, ', ')}))`;
      },
    };
  };
  return {
    from,
    scope,
    indexWords,
    run,
    bind,
    insert: async (rows) => {
      for (const row of rows) {
        const cells = types.flatMap((type, index) => cellsOf(type, row[index] ?? null));
        const parameters = definitions.map((definition, index) =>
          definition.endsWith('[]')
            ? `json_transform($${index + 1}::text, '["VARCHAR"]')`
            : `$${index + 1}::${definition.replace(/^\w+ /, '')}`,
        );
        await connection.run(`insert into r values (${count++}, ${parameters.join(', ')})`, cells);
      }
    },
    rows: async (clauses) => {
      const { limit = null, offset = 0 } = clauses;
      const found = await run(rowsStatement(bind(clauses), { from, limit, offset }));
      return found.map(({ row }): Record<string, unknown> => JSON.parse(String(row)));
    },
    clear: async () => {
      count = 0;
      await connection.run('delete from r');
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** The definitions of the columns of a field. */
function definitionsOf(type: ColumnType, index: number): string[] {
  const name = `c${index}`;
  const own = columnTypes[type];
  if (own === null) return [`${name}_lon DOUBLE`, `${name}_lat DOUBLE`];
  if (type === 'text' || type === 'text[]') return [`${name} ${own}`, `${name}_words VARCHAR`];
  const sides = type === 'geo_shape' ? ['west', 'south', 'east', 'north'] : [];
  return [`${name} ${own}`, ...sides.map((side) => `${name}_${side} DOUBLE`)];
}

/** The cells of a value, as many as the field has columns. */
function cellsOf(type: ColumnType, value: string | null): (string | null)[] {
  switch (type) {
    case 'text':
      return [value, value === null ? null : wordsText([value])];
    case 'text[]': {
      if (value === null) return [null, null];
      const list: unknown = JSON.parse(value);
      const texts = Array.isArray(list) ? list.map((text) => String(text).toWellFormed()) : [];
      return [JSON.stringify(texts), wordsText(texts)];
    }
    case 'geo_point_2d':
      return value === null ? [null, null] : value.slice(1, -1).split(',');
    case 'geo_shape': {
      const box = value === null ? null : boxOfGeometry(JSON.parse(value));
      return [value, ...(box?.map(String) ?? [null, null, null, null])];
    }
    case 'int':
    case 'double':
    case 'date':
    case 'datetime':
    case 'file':
      return [value];
  }
}

function wordsText(texts: readonly string[]): string | null {
  const words = texts.flatMap(wordsOf);
  return words.length === 0 ? null : ` ${words.join(' ')} `;
}

function fieldOf(name: string, type: ColumnType, index: number): SqlField {
  const column = (suffix = ''): Sql => sqlText(`t.c${index}${suffix}`);
  const common = { name, type: type === 'text[]' ? 'text' : type, isMultivalued: type === 'text[]' } as const;
  switch (type) {
    case 'text':
    case 'text[]':
      return { ...common, value: column(), words: column('_words') };
    case 'geo_point_2d':
      return {
        ...common,
        value: sqlText(`odsql.point_json(t.c${index}_lon, t.c${index}_lat)`),
        lon: column('_lon'),
        lat: column('_lat'),
      };
    case 'geo_shape':
      return {
        ...common,
        value: column(),
        box: { west: column('_west'), south: column('_south'), east: column('_east'), north: column('_north') },
      };
    case 'int':
    case 'double':
    case 'date':
    case 'datetime':
    case 'file':
      return { ...common, value: column() };
  }
}

/** The fields and records of the contract's examples (docs/contract/explore.md 14). */
export const cityColumns = {
  name: 'text',
  country: 'text',
  population: 'int',
  area: 'double',
  founded: 'date',
  updated: 'datetime',
  tags: 'text[]',
  path: 'text',
  position: 'geo_point_2d',
} as const satisfies Record<string, ColumnType>;

// prettier-ignore
export const cities: readonly (readonly (string | null)[])[] = [
  ['Paris', 'FR', '2100000', '105.4', '1790-03-04', '2024-01-31T23:30:00Z', '["capital","river"]', 'Europe/France/Paris', '(2.3522,48.8566)'],
  ['Lyon', 'FR', '520000', '47.9', '1793-06-24', '2024-02-01T10:00:00Z', '["river"]', 'Europe/France/Lyon', '(4.8357,45.764)'],
  ['Bern', 'CH', '134000', '51.6', '1191-01-01', '2024-02-29T12:00:00Z', '["capital","river"]', 'Europe/Switzerland/Bern', '(7.4474,46.948)'],
  ['Genève', 'CH', '203000', null, null, null, '["lake"]', 'Europe/Switzerland/Geneve', '(6.1432,46.2044)'],
  ['Quito', 'EC', null, '372.4', '1534-12-06', '2023-12-31T23:59:59Z', null, null, '(-78.4678,-0.1807)'],
];
