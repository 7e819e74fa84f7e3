import type { RequestContext } from '#api/context.ts';
import { requireCaller } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { CatalogError, fail, failFields, requiredMessage } from '#kernel/fail.ts';
import {
  changeMetadata,
  type DatasetMetadata,
  dropRemoteValues,
  type MetadataInSql,
  type MetadataValue,
} from '#datasets/index.ts';
import type {
  DeleteDatasetMetadataFieldInput,
  ReplaceDatasetMetadataInput,
  ReplaceDatasetMetadataTemplateInput,
  UpdateDatasetMetadataFieldInput,
  UpdateDatasetMetadataInput,
} from './metadata.inputs.ts';
import {
  type FieldEdit,
  maxJsonLength,
  normalizeMetadata,
  parseField,
  parseGivenFields,
  parseMetadata,
  parseTemplate,
  setFields,
  type TemplateValues,
} from './metadata.rules.ts';
import { templates as standardTemplates } from './standard-templates.ts';
import { customNames, lockTemplates } from './read-templates.ts';
import type { MetadataTemplate, Templates } from './template.ts';
import { isDeepStrictEqual } from 'node:util';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';

/** Sets the given fields of the drafted metadata, and returns the dataset's uid. */
export const updateMetadata = (ctx: RequestContext, input: UpdateDatasetMetadataInput): Promise<string> =>
  changeDraft(ctx, input, namesOfFields(input), (templates) => () => ({
    kind: 'fields',
    edits: parseGivenFields(templates, input),
  }));

/** The templates that an input names. Its other problems are found where the values are parsed. */
const namesOfFields = ({ metadataFields }: UpdateDatasetMetadataInput): string[] =>
  (metadataFields ?? []).map(({ template }) => template);

/** Replaces the drafted metadata and returns the dataset's uid. Omitted entries are removed. */
export const replaceMetadata = (ctx: RequestContext, input: ReplaceDatasetMetadataInput): Promise<string> =>
  changeDraft(ctx, input, Object.keys(input.metadata), (templates) => () => ({
    kind: 'all',
    value: parseMetadata(templates, input.metadata),
  }));

/** Replaces one template. Fails NOT_FOUND for an unknown template. */
export const replaceTemplate = (ctx: RequestContext, input: ReplaceDatasetMetadataTemplateInput): Promise<string> =>
  changeTemplate(ctx, input, (template) => ({
    kind: 'template',
    template: template.name,
    value: parseTemplate(template, input.fields),
  }));

/** Sets one field and keeps the others. Fails NOT_FOUND for an unknown template. */
export const updateField = (ctx: RequestContext, input: UpdateDatasetMetadataFieldInput): Promise<string> =>
  changeTemplate(ctx, input, (template) => {
    const { field } = input;
    if (input.value === undefined) failFields({ value: [requiredMessage] });
    const value: MetadataValue = {
      ...parseField(template, field, input.value),
      ...(input.isRemoteValueOverridden != null && { override_remote_value: input.isRemoteValueOverridden }),
    };
    return { kind: 'field', template: template.name, field, value };
  });

/** Removes one field. Fails NOT_FOUND when it is not set. */
export const deleteField = (ctx: RequestContext, input: DeleteDatasetMetadataFieldInput): Promise<string> =>
  changeTemplate(ctx, input, ({ name }) => ({ kind: 'removal', template: name, field: input.field }));

/** The fields that every change has. */
interface MetadataChange {
  readonly datasetUid: string;
  readonly expectedRevision?: number | null | undefined;
}

/** Changes what a dataset has of one template. Fails UNAUTHORIZED without a key, and NOT_FOUND for an unknown template. */
async function changeTemplate(
  ctx: RequestContext,
  input: MetadataChange & { readonly template: string },
  parse: (template: MetadataTemplate) => MetadataEdit,
): Promise<string> {
  requireCaller(ctx.session);
  return changeDraft(ctx, input, [input.template], (templates) => {
    const template = templates.get(input.template) ?? fail('NOT_FOUND');
    return () => parse(template);
  });
}

/**
 * Changes the drafted metadata and returns the dataset's uid. The new metadata is computed from the current ones, so that concurrent
 * changes never undo each other. `names` are the templates that the input names; custom ones are read in the transaction of the change,
 * and stay as they are until it ends. `prepare` returns the function that parses the input, which fails where the input is invalid.
 */
async function changeDraft(
  ctx: RequestContext,
  { datasetUid, expectedRevision }: MetadataChange,
  names: readonly string[],
  prepare: (templates: Templates) => () => MetadataEdit,
): Promise<string> {
  if (customNames(names).length === 0) {
    const parse = prepare(standardTemplates);
    await changeMetadata(ctx, datasetUid, expectedRevision, {
      apply: (metadata) => applyEdit(metadata, parse()),
      inSql: inSqlIfValid(parse),
    });
  } else
    await inTransaction(ctx, async (tx) => {
      const parse = prepare(await lockTemplates(tx, names));
      const apply = (metadata: DatasetMetadata) => applyEdit(metadata, parse());
      await changeMetadata(tx, datasetUid, expectedRevision, { apply, isInTransaction: true });
    });
  return datasetUid;
}

/** The edit in SQL. Undefined for invalid input, which `apply` reports once the rights of the caller are checked. */
function inSqlIfValid(parse: () => MetadataEdit): MetadataInSql | undefined {
  try {
    return editInSql(parse());
  } catch (error) {
    if (error instanceof CatalogError) return undefined;
    throw error;
  }
}

/** What a client writes: all metadata, one template, or fields. */
export type MetadataEdit =
  | { readonly kind: 'all'; readonly value: DatasetMetadata }
  | { readonly kind: 'fields'; readonly edits: readonly FieldEdit[] }
  | { readonly kind: 'template'; readonly template: string; readonly value: TemplateValues }
  | { readonly kind: 'field'; readonly template: string; readonly field: string; readonly value: MetadataValue }
  | { readonly kind: 'removal'; readonly template: string; readonly field: string };

/** The metadata after an edit. Fails INVALID_INPUT as `normalizeMetadata` does, and NOT_FOUND when the field to remove is not set. */
export const applyEdit = (metadata: DatasetMetadata, edit: MetadataEdit): DatasetMetadata =>
  edit.kind === 'fields'
    ? setFields(metadata, edit.edits)
    : normalizeMetadata(replacePart(metadata, edit), metadata, writtenPath(edit));

/** An edit of one part of the metadata, or of the whole. */
type PartEdit = Exclude<MetadataEdit, { kind: 'fields' }>;

function replacePart(metadata: DatasetMetadata, edit: PartEdit): DatasetMetadata {
  if (edit.kind === 'all') return edit.value;
  const { template } = edit;
  if (edit.kind === 'template') return { ...metadata, [template]: edit.value };
  const fields = metadata[template] ?? {};
  if (edit.kind === 'field') return { ...metadata, [template]: { ...fields, [edit.field]: edit.value } };
  if (!Object.hasOwn(fields, edit.field)) fail('NOT_FOUND');
  return {
    ...metadata,
    [template]: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== edit.field)),
  };
}

/** The `template` or `template.field` that an edit writes; undefined for all metadata. */
function writtenPath(edit: PartEdit): string | undefined {
  if (edit.kind === 'all') return undefined;
  return edit.kind === 'template' ? edit.template : `${edit.template}.${edit.field}`;
}

/** A value at one place of the metadata; without a value, what is there is removed. */
interface EditStep {
  readonly path: readonly [template: string] | readonly [template: string, field: string];
  readonly value: TemplateValues | MetadataValue | undefined;
}

/**
 * An edit as it changes ordinary metadata: those without remote values, whose license is equal under both its names. The metadata are
 * then the steps made on `base`, or on the stored metadata without one. Undefined where the edit depends on the stored license, and for
 * several fields.
 */
function ordinaryEdit(edit: MetadataEdit): { base?: DatasetMetadata; steps: readonly EditStep[] } | undefined {
  if (edit.kind === 'fields') {
    const [first, ...others] = edit.edits;
    return first?.entry && others.length === 0
      ? ordinaryEdit({ kind: 'field', template: first.template, field: first.field, value: first.entry })
      : undefined;
  }
  if (edit.kind === 'all') return hasOneLicense(edit.value) ? { base: applyEdit({}, edit), steps: [] } : undefined;
  const { template } = edit;
  const step = stepOf(edit);
  const other = otherLicenseTemplate(template);
  const isLicenseWritten = other !== undefined && (edit.kind === 'template' || edit.field === 'license_id');
  if (!isLicenseWritten) return { steps: [step] };
  const license = edit.kind === 'template' ? edit.value['license_id'] : 'value' in edit ? edit.value : undefined;
  return { steps: [step, { path: [other, 'license_id'], value: license && withoutRemoteValue(license) }] };
}

function stepOf(edit: Exclude<PartEdit, { kind: 'all' }>): EditStep {
  const { template } = edit;
  if (edit.kind === 'template')
    return { path: [template], value: dropRemoteValues({ [template]: edit.value })[template] };
  return { path: [template, edit.field], value: edit.kind === 'field' ? withoutRemoteValue(edit.value) : undefined };
}

const withoutRemoteValue = ({ value }: MetadataValue): MetadataValue => ({ value });

/** Whether metadata have the same license under both its names, or under one of them only. */
function hasOneLicense(metadata: DatasetMetadata): boolean {
  const [standard, internal] = [metadata['default']?.['license_id'], metadata['internal']?.['license_id']];
  return !standard || !internal || isDeepStrictEqual(standard.value, internal.value);
}

/** The template that has the license under its other name. */
const otherLicenseTemplate = (template: string): string | undefined =>
  ({ default: 'internal', internal: 'default' })[template];

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
