import type { RequestContext } from '#api/context.ts';
import { requireCaller, requirePermission } from '#api/session.ts';
import { sectionsWithDefaults } from '#engine/blocks/check-sections.ts';
import { checkAllAsync } from '#kernel/check-all.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { slugify } from '#kernel/text.ts';
import { sql, type Sql, sqlInsert, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { deleteOwnedRows, restoreRows, withLockedDeletion } from '#deletions/index.ts';
import { UserEntity, withAuditEntry, withCurrentRights, withValidKey } from '#identity/index.ts';
import type { CreateFormInput, FormActionInput, UpdateFormInput } from './form.inputs.ts';
import { storedSections } from './form-block.type.ts';
import { checkFormSlug, defaultContent, parseFormContent, parseFormSettings } from './form.rules.ts';
import { requireVisibleOptions } from './form-options.ts';
import { blocksOf } from '#engine/blocks/parse-answers.ts';
import { defaultSettings, FormEntity, FormVersionEntity } from './form.entity.ts';
import type { Section } from '#engine/blocks/block.ts';
import { recordChange } from '#api/record-change.ts';
import { formRights } from './form-rights.ts';
import type { DeletedFormInput } from './form.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { formConfigurations, forms } from './form.source.ts';

/** Creates a form as a draft and returns its slug. Fails UNAUTHORIZED, PERMISSION_DENIED and INVALID_INPUT. */
export async function createForm(ctx: RequestContext, input: CreateFormInput): Promise<string> {
  requirePermission(ctx.session, 'edit_form');
  const username = requireCaller(ctx.session);
  return withAuditEntry(ctx, { action: 'createForm', type: 'Form', input }, async (tx) => {
    const slug = input.slug ?? slugify(input.title).slice(0, 150).replace(/-$/, '');
    const [content, settings] = await checkAllAsync(
      () => parseFormContent(input, defaultContent),
      () => parseFormSettings(input, defaultSettings),
      () => {
        checkFormSlug(slug);
      },
      () => requireVisibleOptions(tx, sectionsWithDefaults(storedSections(input.sections ?? []))),
    );
    const now = tx.app.clock.now();
    const form = {
      slug,
      content: sql`${JSON.stringify(content)}::jsonb`,
      ...settings,
      ...{ createdBy: username, updatedBy: username, createdAt: now, updatedAt: now },
    };
    const created = await firstRow(tx.db, sql`${sqlInsert('form', form)} on conflict do nothing returning 1`);
    return created ? slug : failFields({ slug: [`A form with the slug ${slug} already exists. Choose another slug.`] });
  });
}

/**
 * Changes a form and returns its slug; an omitted field keeps its value. Fails as `changeForm` does, and with INVALID_INPUT when a value is
 * invalid or the dataset of a block's options is not visible to the caller.
 */
export function updateForm(
  ctx: RequestContext,
  { slug, expectedRevision = null, ...change }: UpdateFormInput,
): Promise<string> {
  const isEmpty = Object.keys(change).length === 0;
  return changeForm(ctx, 'updateForm', { ...change, slug, expectedRevision, isEmpty }, async (tx, form) => {
    const [content, settings] = await checkAllAsync(
      () => parseFormContent(change, form.content),
      () => parseFormSettings(change, form),
      () => requireVisibleOptions(tx, sectionsWithDefaults(storedSections(change.sections ?? []))),
    );
    Object.assign(form, settings, { content });
  });
}

/**
 * Publishes the draft as a new version and returns the form's slug. Fails as `changeForm` does, and with INVALID_INPUT when the form has no
 * question or the dataset of a block's options is not visible to the caller.
 */
export const publishForm = (ctx: RequestContext, input: FormActionInput): Promise<string> =>
  changeForm(ctx, 'publishForm', input, async (tx, form) => {
    if (blocksOf(form.content.sections).length === 0)
      failFields({ sections: ['The form has no questions. Add at least one before you publish it.'] });
    await requireVisibleOptions(tx, form.content.sections);
    await storeOptionDatasets(tx, form.slug, form.content.sections);
    form.lastVersion += 1;
    form.publishedVersion = form.lastVersion;
    tx.em.create(FormVersionEntity, {
      form,
      number: form.lastVersion,
      content: form.content,
      publishedAt: tx.app.clock.now(),
    });
  });

/** Unpublishes a form and returns its slug; the revision rises in any case. Fails as `changeForm` does. */
export const unpublishForm = (ctx: RequestContext, input: FormActionInput): Promise<string> =>
  changeForm(ctx, 'unpublishForm', input, async (tx, form) => {
    form.publishedVersion = null;
    await storeOptionDatasets(tx, form.slug, []);
  });

/** Stores the list of the datasets whose values the sections of a form offer as options, in place of the stored list. */
async function storeOptionDatasets({ db }: RequestContext, slug: string, sections: readonly Section[]): Promise<void> {
  const datasets = new Set(
    sections.flatMap(({ blocks }) =>
      blocks.flatMap(({ advancedChoice }) => (advancedChoice ? [advancedChoice.datasetUid] : [])),
    ),
  );
  await db.rows(sql`delete from form_option_dataset where form_slug = ${slug}`);
  await db.rows(
    sql`insert into form_option_dataset (form_slug, dataset_uid) select ${slug}::text, unnest(${[...datasets]}::text[])`,
  );
}

/** Deletes a form with all that belongs to it and returns its slug. It can be restored for some days. Fails as `changeForm` does. */
export const deleteForm = (ctx: RequestContext, input: FormActionInput): Promise<string> =>
  changeForm(ctx, 'deleteForm', input, async (tx, form) => {
    const { slug, content } = form;
    const root = { table: 'form', keyColumn: 'slug', key: slug } as const;
    await deleteOwnedRows(tx, { uid: newUid('deletedForm'), kind: 'form', name: slug, title: content.title, root });
    tx.em.remove(form);
  });

/** The form to change. */
interface FormChange extends FormActionInput {
  /** Whether the input changes nothing. The form is then only locked and checked; its revision stays. */
  readonly isEmpty?: boolean;
}

/**
 * Every change of a form goes through this function. In one transaction, it locks the form, authorizes the caller, runs `apply`, raises the
 * revision, and records who changed the form, in the audit log too. Returns the slug. Fails UNAUTHORIZED, NOT_FOUND, PERMISSION_DENIED, REVISION_MISMATCH in this
 * order.
 */
function changeForm(
  ctx: RequestContext,
  action: string,
  { isEmpty = false, ...input }: FormChange,
  apply: (tx: RequestContext, form: FormEntity) => Promise<unknown>,
): Promise<string> {
  const { slug, expectedRevision } = input;
  const username = requireCaller(ctx.session);
  return withValidKey(ctx, async (tx) => {
    const form = await lockForm(tx, slug);
    if (expectedRevision != null && expectedRevision !== form.revision)
      fail('REVISION_MISMATCH', { revision: form.revision });
    if (isEmpty) return slug;
    await apply(tx, form);
    await recordChange(tx, { action, type: 'Form', input }, slug);
    form.revision += 1;
    form.updatedAt = tx.app.clock.now();
    form.updatedBy = tx.em.getReference(UserEntity, username);
    return slug;
  });
}

/** Locks a form for the rest of the transaction; the caller's rights are read once the lock is held. */
async function lockForm(tx: RequestContext, slug: string): Promise<FormEntity> {
  await findForm(tx, slug, sqlText('for update of t'));
  return tx.em.map(FormEntity, await findForm(await withCurrentRights(tx), slug, sqlText('')));
}

/** Reads a form. Callers who may not change it: PERMISSION_DENIED if it is published, NOT_FOUND for a draft. */
async function findForm({ db, session }: RequestContext, slug: string, lock: Sql): Promise<object> {
  const t = sqlText('t');
  const found = await firstRow<{ canEdit: boolean; published_version: number | null }>(
    db,
    sql`
    select ${formRights.edit(session, t)} as "canEdit", t.* from form t where t.slug = ${slug} ${lock}`,
  );
  if (!found) fail('NOT_FOUND');
  const { canEdit, ...row } = found;
  if (canEdit) return row;
  return row.published_version === null ? fail('NOT_FOUND') : fail('PERMISSION_DENIED', { permission: 'edit_form' });
}

/** Restores a deleted form as it was, and returns its slug. Fails UNAUTHORIZED, NOT_FOUND, and INVALID_INPUT for a taken slug. */
export const restoreForm = (ctx: RequestContext, input: DeletedFormInput): Promise<string> =>
  withLockedDeletion(ctx, { verb: 'restore', kind: 'form' }, input, async (tx, { name: slug }) => {
    if (await firstRow(tx.db, sql`select 1 from form where slug = ${slug}`)) failTaken(slug);
    await restoreRows(tx, input.uid, { table: 'form', keyColumn: 'slug', key: slug });
    return slug;
  });

const failTaken = (slug: string): never =>
  failFields({ uid: [`Another form has the slug ${slug}. Delete that form first; it can be restored later.`] });

/** The fields of a FormPayload after a change of the form, which are read only when they are selected. */
export const formPayload = (ctx: RequestContext, slug: string) =>
  lazyObject({
    configuration: lazyRow(ctx, formConfigurations, { slug }),
    configurationEdge: lazyEdge(ctx, formConfigurations, { slug }),
    form: lazyRow(ctx, forms, { form_slug: slug }),
  });
