import type { RequestContext } from '#api/context.ts';
import { requireCaller } from '#api/session.ts';
import { CatalogError, fail, failFields, requiredMessage } from '#kernel/fail.ts';
import { changeMetadata, type MetadataInSql, type MetadataValue } from '#datasets/index.ts';
import { editInSql } from './values/edit-in-sql.ts';
import { applyEdit, type MetadataEdit } from './values/metadata-edit.ts';
import type {
  DeleteDatasetMetadataFieldInput,
  UpdateDatasetMetadataFieldInput,
  UpdateDatasetMetadataInput,
  UpdateDatasetMetadataTemplateInput,
} from './metadata.inputs.ts';
import { parseField, parseMetadata, parseTemplate } from './values/metadata.rules.ts';
import { templates } from './templates/registry.ts';
import type { MetadataTemplate } from './templates/template.ts';

/** Replaces the drafted metadata and returns the dataset's uid. Omitted entries are removed. */
export const updateMetadata = (ctx: RequestContext, input: UpdateDatasetMetadataInput): Promise<string> =>
  changeDraft(ctx, input, () => ({ kind: 'all', value: parseMetadata(input.metadata) }));

/** Replaces one template. Fails NOT_FOUND for an unknown template. */
export async function updateTemplate(ctx: RequestContext, input: UpdateDatasetMetadataTemplateInput): Promise<string> {
  const template = findTemplate(ctx, input.template);
  return changeDraft(ctx, input, () => ({
    kind: 'template',
    template: template.name,
    value: parseTemplate(template, input.fields),
  }));
}

/** Sets one field and keeps the others. Fails NOT_FOUND for an unknown template. */
export async function updateField(ctx: RequestContext, input: UpdateDatasetMetadataFieldInput): Promise<string> {
  const template = findTemplate(ctx, input.template);
  const { field } = input;
  return changeDraft(ctx, input, () => {
    if (input.value === undefined) failFields({ value: [requiredMessage] });
    const value: MetadataValue = {
      ...parseField(template, field, input.value),
      ...(input.overrideRemoteValue != null && { override_remote_value: input.overrideRemoteValue }),
    };
    return { kind: 'field', template: template.name, field, value };
  });
}

/** Removes one field. Fails NOT_FOUND when it is not set. */
export async function deleteField(ctx: RequestContext, input: DeleteDatasetMetadataFieldInput): Promise<string> {
  const { name: template } = findTemplate(ctx, input.template);
  return changeDraft(ctx, input, () => ({ kind: 'removal', template, field: input.field }));
}

/** The template with a name. Fails UNAUTHORIZED without a key, and NOT_FOUND. */
function findTemplate({ session }: RequestContext, name: string): MetadataTemplate {
  requireCaller(session);
  return templates.get(name) ?? fail('NOT_FOUND');
}

/** The fields that every change has. */
interface MetadataChange {
  readonly datasetUid: string;
  readonly expectedRevision?: number | null | undefined;
}

/**
 * Changes the drafted metadata and returns the dataset's uid. The new metadata is computed from the current ones, so that concurrent
 * changes never undo each other. `parse` fails where the input is invalid.
 */
async function changeDraft(
  ctx: RequestContext,
  { datasetUid, expectedRevision }: MetadataChange,
  parse: () => MetadataEdit,
): Promise<string> {
  await changeMetadata(ctx, datasetUid, expectedRevision, {
    apply: (metadata) => applyEdit(metadata, parse()),
    inSql: inSqlIfValid(parse),
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
