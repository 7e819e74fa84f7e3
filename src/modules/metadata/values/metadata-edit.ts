import { isDeepStrictEqual } from 'node:util';
import { fail } from '#kernel/fail.ts';
import { dropRemoteValues, type DatasetMetadata, type MetadataValue } from '#datasets/index.ts';
import type { TemplateValues } from './metadata.rules.ts';
import { normalizeMetadata } from './normalize-metadata.ts';

/** What a client writes: all metadata, one template, or one field. */
export type MetadataEdit =
  | { readonly kind: 'all'; readonly value: DatasetMetadata }
  | { readonly kind: 'template'; readonly template: string; readonly value: TemplateValues }
  | { readonly kind: 'field'; readonly template: string; readonly field: string; readonly value: MetadataValue }
  | { readonly kind: 'removal'; readonly template: string; readonly field: string };

/** The metadata after an edit. Fails INVALID_INPUT as `normalizeMetadata` does, and NOT_FOUND when the field to remove is not set. */
export const applyEdit = (metadata: DatasetMetadata, edit: MetadataEdit): DatasetMetadata =>
  normalizeMetadata(replacePart(metadata, edit), metadata, writtenPath(edit));

function replacePart(metadata: DatasetMetadata, edit: MetadataEdit): DatasetMetadata {
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
function writtenPath(edit: MetadataEdit): string | undefined {
  if (edit.kind === 'all') return undefined;
  return edit.kind === 'template' ? edit.template : `${edit.template}.${edit.field}`;
}

/** A value at one place of the metadata; without a value, what is there is removed. */
export interface EditStep {
  readonly path: readonly [template: string] | readonly [template: string, field: string];
  readonly value: TemplateValues | MetadataValue | undefined;
}

/**
 * An edit as it changes ordinary metadata: those without remote values, whose license is equal under both its names. The metadata are
 * then the steps made on `base`, or on the stored metadata without one. Undefined where the edit depends on the stored license.
 */
export function ordinaryEdit(edit: MetadataEdit): { base?: DatasetMetadata; steps: readonly EditStep[] } | undefined {
  if (edit.kind === 'all') return hasOneLicense(edit.value) ? { base: applyEdit({}, edit), steps: [] } : undefined;
  const { template } = edit;
  const step = stepOf(edit);
  const other = otherLicenseTemplate(template);
  const isLicenseWritten = other !== undefined && (edit.kind === 'template' || edit.field === 'license_id');
  if (!isLicenseWritten) return { steps: [step] };
  const license = edit.kind === 'template' ? edit.value['license_id'] : 'value' in edit ? edit.value : undefined;
  return { steps: [step, { path: [other, 'license_id'], value: license && withoutRemoteValue(license) }] };
}

function stepOf(edit: Exclude<MetadataEdit, { kind: 'all' }>): EditStep {
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
