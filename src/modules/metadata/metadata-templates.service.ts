import type { RequestContext } from '#api/context.ts';
import type { AuditedChange } from '#api/record-change.ts';
import { requirePermission } from '#api/session.ts';
import { fail, failFields, failOnFields } from '#kernel/fail.ts';
import { sql, sqlName } from '#kernel/sql.ts';
import { listNames } from '#kernel/text.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { withAuditEntry } from '#identity/index.ts';
import type {
  CreateMetadataTemplateInput,
  DeleteMetadataTemplateInput,
  UpdateMetadataTemplateInput,
} from './metadata-template.inputs.ts';
import type { StoredTemplateField } from './metadata-template.entity.ts';
import {
  checkStandardChange,
  InputProblems,
  kindProblem,
  maxFilters,
  maxTemplates,
  nameProblem,
  parseSchema,
  renameProblem,
  titleProblem,
} from './metadata-template.rules.ts';
import { forgetTemplates } from './current-templates.ts';
import { templates as standardTemplates } from './standard-templates.ts';
import type { MetadataTemplate } from './template.ts';

/** Runs a change of the templates, one at a time, records it in the audit log, and returns the name of the template. */
async function changeTemplates(
  ctx: RequestContext,
  change: AuditedChange,
  work: (tx: RequestContext) => Promise<string>,
): Promise<string> {
  const name = await withAuditEntry(ctx, change, async (tx) => {
    await tx.db.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.metadataTemplates}::bigint)`);
    return work(tx);
  });
  forgetTemplates(ctx.app);
  return name;
}

/** Creates a custom template and returns its name. Fails UNAUTHORIZED, PERMISSION_DENIED and INVALID_INPUT, also where there are too many. */
export async function createMetadataTemplate(ctx: RequestContext, input: CreateMetadataTemplateInput): Promise<string> {
  requirePermission(ctx.session, 'administer');
  const { name, title, type, isActive } = input;
  const problems = new InputProblems();
  problems.add('name', nameProblem(name));
  problems.add('title', titleProblem(title));
  problems.add('type', kindProblem(type));
  const fields = parseSchema(input.schema, problems);
  return changeTemplates(ctx, { action: 'createMetadataTemplate', type: 'MetadataTemplate', input }, async (tx) => {
    const { app, db, session } = tx;
    const found = await firstRow<{ count: number; isTaken: boolean }>(
      db,
      sql`select count(*) filter (where fields is not null)::int as count, coalesce(bool_or(name = ${name}), false) as "isTaken"
        from metadata_template`,
    );
    const isTaken = standardTemplates.has(name) || found?.isTaken === true;
    if (isTaken) problems.add('name', 'There is already a template of this name.');
    if (found && found.count >= maxTemplates)
      problems.add('name', `The portal already has the maximum of ${String(maxTemplates)} templates of its own.`);
    problems.add('schema', await filterProblem(tx, name, fields));
    failOnFields(problems.found);
    const now = app.clock.now();
    const username = session.username ?? null;
    await db.send(sql`insert into metadata_template (name, title, type, is_active, fields, created_at, created_by, updated_at, updated_by)
      values (${name}, ${title.trim()}, ${type}, ${isActive}, ${JSON.stringify(fields)}::jsonb, ${now}, ${username}, ${now}, ${username})`);
    return name;
  });
}

/** Changes a template and returns its name. Fails UNAUTHORIZED, PERMISSION_DENIED, NOT_FOUND, and INVALID_INPUT, also for a field in use. */
export async function updateMetadataTemplate(ctx: RequestContext, input: UpdateMetadataTemplateInput): Promise<string> {
  requirePermission(ctx.session, 'administer');
  const { template: name } = input;
  return changeTemplates(ctx, { action: 'updateMetadataTemplate', type: 'MetadataTemplate', input }, async (tx) => {
    const standard = standardTemplates.get(name);
    if (standard) await updateStandard(tx, standard, input);
    else {
      await updateCustom(tx, input);
      for (const hook of tx.app.registry.onTemplateChanged) await hook(tx, name);
    }
    return name;
  });
}

/** Activates or deactivates a template of every portal. */
async function updateStandard(
  { app, db, session }: RequestContext,
  template: MetadataTemplate,
  input: UpdateMetadataTemplateInput,
): Promise<void> {
  const problems = new InputProblems();
  problems.add('name', renameProblem(input));
  checkStandardChange(template, input, problems);
  if (input.isActive === null) problems.add('isActive', 'Send true or false.');
  failOnFields(problems.found);
  if (input.isActive == null || template.isAlwaysActive) return;
  await db.send(sql`insert into metadata_template (name, is_active, updated_at, updated_by)
    values (${template.name}, ${input.isActive}, ${app.clock.now()}, ${session.username ?? null})
    on conflict (name) do update set is_active = excluded.is_active, updated_at = excluded.updated_at,
      updated_by = excluded.updated_by`);
}

/** What a change compares with. */
interface StoredTemplate {
  readonly title: string;
  readonly type: MetadataTemplate['type'];
  readonly isActive: boolean;
  readonly fields: readonly StoredTemplateField[];
}

/** Locks a custom template: changes of metadata that have read it end first. Fails NOT_FOUND. */
const lockCustom = async ({ db }: RequestContext, name: string): Promise<StoredTemplate> =>
  (await firstRow<StoredTemplate>(
    db,
    sql`select title, type, is_active as "isActive", fields from metadata_template
      where name = ${name} and fields is not null for update`,
  )) ?? fail('NOT_FOUND');

async function updateCustom(tx: RequestContext, input: UpdateMetadataTemplateInput): Promise<void> {
  const { template: name } = input;
  const stored = await lockCustom(tx, name);
  const problems = new InputProblems();
  problems.add('name', renameProblem(input));
  const { title = stored.title, type = stored.type, isActive = stored.isActive } = input;
  problems.add('title', title === null ? 'It cannot be cleared.' : titleProblem(title));
  problems.add('type', type === null ? 'It cannot be cleared.' : kindProblem(type));
  if (isActive === null) problems.add('isActive', 'Send true or false.');
  if (input.schema === null) problems.add('schema', 'Send a list of fields.');
  const fields = input.schema ? parseSchema(input.schema, problems) : stored.fields;
  problems.add('schema', await filterProblem(tx, name, fields));
  failOnFields(problems.found);
  const removed = changedKinds(stored.fields, fields);
  await requireUnused(tx, name, removed);
  const { app, db, session } = tx;
  await clearEmpty(tx, name, removed);
  await db.send(sql`update metadata_template set title = ${title?.trim() ?? ''}, type = ${type}, is_active = ${isActive},
    fields = ${JSON.stringify(fields)}::jsonb, updated_at = ${app.clock.now()}, updated_by = ${session.username ?? null}
    where name = ${name}`);
}

/** The problem of a template with these fields where the catalog would have too many filters. Each is a column in the memory of every process. */
async function filterProblem(
  { db }: RequestContext,
  name: string,
  fields: readonly StoredTemplateField[],
): Promise<string | undefined> {
  const own = fields.filter(({ isFilter }) => isFilter).length;
  if (own === 0) return undefined;
  const others = await firstRow<{ count: number }>(
    db,
    sql`select count(*)::int as count from metadata_template m, jsonb_array_elements(m.fields) field
      where m.name <> ${name} and (field ->> 'isFilter')::boolean`,
  );
  return own + (others?.count ?? 0) > maxFilters
    ? `At most ${String(maxFilters)} fields of all templates are filters; the other templates have ${String(others?.count ?? 0)}.`
    : undefined;
}

/** The fields that a change removes, or whose values it makes values of another kind. */
const changedKinds = (before: readonly StoredTemplateField[], after: readonly StoredTemplateField[]): string[] =>
  before
    .filter(
      ({ name, type, isTranslated }) =>
        !after.some((field) => field.name === name && field.type === type && (field.isTranslated || !isTranslated)),
    )
    .map(({ name }) => name);

/** Deletes a custom template and returns its name. Fails UNAUTHORIZED, PERMISSION_DENIED, NOT_FOUND, and INVALID_INPUT for one in use or of every portal. */
export async function deleteMetadataTemplate(ctx: RequestContext, input: DeleteMetadataTemplateInput): Promise<string> {
  requirePermission(ctx.session, 'administer');
  const { name } = input;
  return changeTemplates(ctx, { action: 'deleteMetadataTemplate', type: 'MetadataTemplate', input }, async (tx) => {
    if (standardTemplates.has(name))
      failFields({ name: [`The template ${name} is the same in every portal and cannot be deleted.`] });
    const { fields } = await lockCustom(tx, name);
    await requireUnused(
      tx,
      name,
      fields.map((field) => field.name),
      'name',
    );
    await tx.db
      .send(sql`update dataset set metadata = metadata - ${name}::text, published_metadata = published_metadata - ${name}::text
      where metadata ? ${name}::text or published_metadata ? ${name}::text`);
    await tx.db.send(sql`delete from metadata_template where name = ${name}`);
    return name;
  });
}

/** Fails INVALID_INPUT at `path` while a dataset has a value in one of the fields, drafted or published; deleted ones that can be restored count. */
async function requireUnused(
  { db }: RequestContext,
  template: string,
  fields: readonly string[],
  path = 'schema',
): Promise<void> {
  if (fields.length === 0) return;
  const used = await db.rows<{ field: string; count: number; datasets: string[] }>(sql`
    select field, count(*)::int as count, (array_agg(dataset_id order by dataset_id))[1:3] as datasets
    from (select distinct d.dataset_id, entry.key as field
      from (select dataset_id, metadata, published_metadata from dataset
        union all select r.values ->> 'dataset_id' || ' (deleted)', (r.values ->> 'metadata')::jsonb, (r.values ->> 'published_metadata')::jsonb
        from deleted_row r join deletion x on x.uid = r.deletion_uid where r.table_name = 'dataset' and not x.is_purged) d,
      lateral (select * from jsonb_each(d.metadata -> ${template}::text)
        union all select * from jsonb_each(d.published_metadata -> ${template}::text)) entry(key, value)
      where entry.key = any(${fields}::text[]) and entry.value -> 'value' is distinct from 'null') used
    group by field order by field limit 10`);
  if (used.length === 0) return;
  failFields({
    [path]: [
      used
        .map(
          ({ field, count, datasets }) =>
            `${template}.${field} has a value in ${String(count)} dataset${count === 1 ? '' : 's'} (${listNames(datasets)}).`,
        )
        .concat('Unset it there, and publish the metadata; restore deleted datasets first.')
        .join(' '),
    ],
  });
}

/** Removes the entries of fields that have no value in any dataset. */
const clearEmpty = async ({ db }: RequestContext, template: string, fields: readonly string[]): Promise<void> => {
  if (fields.length === 0) return;
  for (const column of ['metadata', 'published_metadata'] as const) {
    const of = sql`dataset.${sqlName(column)}`;
    await db.send(sql`update dataset set ${sqlName(column)} =
      jsonb_set(${of}, array[${template}::text], (${of} -> ${template}::text) - ${fields}::text[])
      where ${of} -> ${template}::text ?| ${fields}::text[]`);
  }
};
