import { SetupError } from '../setup-error.ts';

/** The statements of a table of records: the service creates such tables while it runs, so a backup has their definitions. */
export interface RecordsTable {
  readonly name: string;
  readonly create: string;
  readonly indexes: readonly string[];
}

const field = String.raw`c\d{1,4}(?:_box)?`;
const type =
  '(?:bigint|integer|double precision|bytea|jsonb|tsvector|text(?:\\[\\])?|date|timestamp with time zone|point|box)';
const instant = String.raw`'\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d){0,2}'::timestamp with time zone`;
const column = [
  `(?:_position|_timestamp|_size|_id|rest|_words|${field}) ${type}`,
  String.raw`(?: storage (?:plain|external|extended|main))?(?: collate pg_catalog\."C")?(?: default ${instant})?(?: not null)?`,
].join('');
const indexed = String.raw`(?:_position|_id|_words|${field}|\(\(c\d{1,4} ->> 'sha256'::text\)\))`;

const createPattern = new RegExp(
  `^create table records\\.(g\\d{1,16}) \\(${column}(?:, ${column})*\\)(?:; alter table records\\.\\1 alter column _words set statistics 0)?$`,
);
const indexPattern = new RegExp(
  `^CREATE (?:UNIQUE )?INDEX (g\\d{1,16})_\\w{1,20} ON records\\.\\1 USING (?:btree|gin|gist) \\(${indexed}\\)(?: WITH \\(fastupdate='?off'?\\))?$`,
);

/** Whether a statement creates an index of a table as the service does. */
export const isIndexOf = (table: string, index: string): boolean => indexPattern.exec(index)?.[1] === table;

/**
 * Fails with a SetupError unless the statements are those of the service: its columns with their types, and its kinds of indexes. They are
 * executed with the rights of the service, so a backup must not contain any other.
 */
export function requireRecordsTable({ name, create, indexes }: RecordsTable): void {
  if (createPattern.exec(create)?.[1] === name && indexes.every((index) => isIndexOf(name, index))) return;
  throw new SetupError(
    `The table records.${name} is not one that this service creates. Publish its dataset again where the backup was made, and make another backup.`,
  );
}
