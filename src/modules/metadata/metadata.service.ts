import type { RequestContext } from '../../api/context.ts';
import { fail, failFields, requiredMessage } from '../../kernel/fail.ts';
import { changeMetadata, type DatasetMetadata, type MetadataValue } from '../datasets/index.ts';
import { normalizeMetadata } from './values/normalize-metadata.ts';
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
  changeDraft(ctx, input, undefined, () => parseMetadata(input.metadata));

/** Replaces one template. Fails NOT_FOUND for an unknown template. */
export async function updateTemplate(ctx: RequestContext, input: UpdateDatasetMetadataTemplateInput): Promise<string> {
  const template = findTemplate(input.template);
  return changeDraft(ctx, input, template.name, (metadata) => ({
    ...metadata,
    [template.name]: parseTemplate(template, input.fields),
  }));
}

/** Sets one field and keeps the others. Fails NOT_FOUND for an unknown template. */
export async function updateField(ctx: RequestContext, input: UpdateDatasetMetadataFieldInput): Promise<string> {
  const template = findTemplate(input.template);
  return changeDraft(ctx, input, `${template.name}.${input.field}`, (metadata) => {
    if (input.value === undefined) failFields({ value: [requiredMessage] });
    const entry: MetadataValue = {
      ...parseField(template, input.field, input.value),
      ...(input.overrideRemoteValue != null && { override_remote_value: input.overrideRemoteValue }),
    };
    return { ...metadata, [template.name]: { ...metadata[template.name], [input.field]: entry } };
  });
}

/** Removes one field. Fails NOT_FOUND when it is not set. */
export async function deleteField(ctx: RequestContext, input: DeleteDatasetMetadataFieldInput): Promise<string> {
  const template = findTemplate(input.template);
  return changeDraft(ctx, input, `${template.name}.${input.field}`, (metadata) => {
    const fields = metadata[template.name] ?? {};
    if (!Object.hasOwn(fields, input.field)) fail('NOT_FOUND');
    return {
      ...metadata,
      [template.name]: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== input.field)),
    };
  });
}

const findTemplate = (name: string): MetadataTemplate => templates.get(name) ?? fail('NOT_FOUND');

/** The fields that every change has. */
interface MetadataChange {
  readonly datasetUid: string;
  readonly expectedRevision?: number | null | undefined;
}

/**
 * Changes the drafted metadata and returns the dataset's uid. The new metadata is computed from the current ones, so that concurrent
 * changes never undo each other. `writtenPath` is the `template` or `template.field` that the client wrote; undefined for all metadata.
 */
async function changeDraft(
  ctx: RequestContext,
  { datasetUid, expectedRevision }: MetadataChange,
  writtenPath: string | undefined,
  apply: (metadata: DatasetMetadata) => DatasetMetadata,
): Promise<string> {
  await changeMetadata(ctx, datasetUid, expectedRevision, (metadata) =>
    normalizeMetadata(apply(metadata), metadata, writtenPath),
  );
  return datasetUid;
}
