import { sql, sqlText, type Sql } from '#kernel/sql.ts';

/** The path of a dataset's files in the Explore API; the identifier of a file follows. */
export const filesPath = (datasetId: string): string =>
  `/api/explore/v2.1/catalog/datasets/${encodeURIComponent(datasetId)}/files/`;

/**
 * The JSON of a file in a row (docs/contract/explore.md 4), as a text. A file whose bytes are not stored, such as a file of another
 * catalog, stays as it was published.
 */
export function fileJson(file: Sql, isStored: Sql, madeAt: Sql, url: string): Sql {
  const member = (name: string): Sql => sql`json_extract(${file}, ${sqlText(`'$.${name}'`)})`;
  const name = sql`'filename', ${member('filename')}`;
  const type = sql`'mimetype', ${member('mimetype')}, 'id', ${member('sha256')},
    'last_synchronized', strftime(${madeAt} at time zone 'UTC', '%Y-%m-%dT%H:%M:%S+00:00')`;
  const address = sql`'url', ${url}::text || json_extract_string(${file}, '$.sha256')`;
  return sql`case
    when ${isStored} is not true then ${file}
    when ${member('width')} is null then json_object(${name}, ${type}, ${address})::text
    else json_object('thumbnail', false, ${name}, 'format', ${member('format')}, 'width', ${member('width')},
      ${type}, 'height', ${member('height')}, ${address})::text end`;
}
