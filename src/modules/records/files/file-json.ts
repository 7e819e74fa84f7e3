import { sql, type Sql } from '../../../kernel/sql.ts';

/** Where rows link to the files of a generation. */
export interface FileLinks {
  readonly generation: string;
  /** The address of a file, without its identifier. */
  readonly url: string;
}

/** The path of a dataset's files in the Explore API; the identifier of a file follows. */
export const filesPath = (datasetId: string): string =>
  `/api/explore/v2.1/catalog/datasets/${encodeURIComponent(datasetId)}/files/`;

/** Whether the bytes of a file, named by their SHA-256, were stored by the publication of a generation. */
export const isStoredFile = (generation: string, sha256: Sql): Sql =>
  sql`exists (select from record_file f where f.generation = ${generation}::bigint and f.blob_key = ${sha256})`;

/**
 * The JSON of a file in a row (docs/contract/explore.md 4). A file whose bytes are not stored, such as a file of another
 * catalog, stays as it was published.
 */
export function fileJson(file: Sql, madeAt: Sql, { generation, url }: FileLinks): Sql {
  const name = sql`'filename', ${file} -> 'filename'`;
  const type = sql`'mimetype', ${file} -> 'mimetype', 'id', ${file} -> 'sha256',
    'last_synchronized', to_char(${madeAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"')`;
  const address = sql`'url', ${url}::text || (${file} ->> 'sha256')`;
  return sql`case
    when not ${isStoredFile(generation, sql`${file} ->> 'sha256'`)} then ${file}::json
    when ${file} -> 'width' is null then json_build_object(${name}, ${type}, ${address})
    else json_build_object('thumbnail', false, ${name}, 'format', ${file} -> 'format', 'width', ${file} -> 'width',
      ${type}, 'height', ${file} -> 'height', ${address}) end`;
}
