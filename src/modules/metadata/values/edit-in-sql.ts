import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import type { MetadataInSql } from '#datasets/index.ts';
import { ordinaryEdit, type EditStep, type MetadataEdit } from './metadata-edit.ts';
import { maxJsonLength } from './normalize-metadata.ts';

/** An edit of ordinary metadata in SQL (`ordinaryEdit`); undefined where the edit depends on the stored license. */
export function editInSql(edit: MetadataEdit): MetadataInSql | undefined {
  const ordinary = ordinaryEdit(edit);
  if (!ordinary) return undefined;
  const { base, steps } = ordinary;
  const removed = edit.kind === 'removal' ? [edit.template, edit.field] : undefined;
  return {
    written: (stored) => steps.reduce(stepInSql, base === undefined ? stored : jsonb(base)),
    // the text that PostgreSQL writes is never shorter than the JSON whose length is limited
    isExact: (stored, written) => sql`${isOrdinary(stored)} and octet_length(${written}::text) <= ${maxJsonLength}::int
      and ${removed === undefined ? sqlText('true') : sql`${stored} #> ${removed}::text[] is not null`}`,
  };
}

function stepInSql(metadata: Sql, { path: [template, field], value }: EditStep): Sql {
  if (value === undefined) return sql`(${metadata} #- ${[template, field]}::text[])`;
  const fields =
    field === undefined
      ? jsonb(value)
      : sql`coalesce(${metadata} -> ${template}::text, '{}') || jsonb_build_object(${field}::text, ${jsonb(value)})`;
  return sql`(${metadata} || jsonb_build_object(${template}::text, ${fields}))`;
}

const jsonb = (value: object): Sql => sql`${JSON.stringify(value)}::jsonb`;

/** Whether metadata have no remote values, and the same license under both its names. */
const isOrdinary = (metadata: Sql): Sql => sql`not (${metadata} @? '$.*.*.override_remote_value')
  and ${metadata} #> '{default,license_id}' is not distinct from ${metadata} #> '{internal,license_id}'`;
