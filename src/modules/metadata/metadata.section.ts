import { JsonMap } from '#api/types/scalars.ts';
import { section } from '#api/catalog-module.ts';
import { isJsonObject, type Json, type JsonObject, toPlainJson } from '#kernel/json.ts';
import { sql } from '#kernel/sql.ts';
import {
  type CreateDatasetInput,
  type DatasetMetadata,
  defineApplyField,
  dropRemoteValues,
  type MetadataValue,
} from '#datasets/index.ts';
import {
  isWithinSize,
  normalizeMetadata,
  parseGivenFields,
  parseMetadata,
  parseValueOrNull,
  requireFields,
  setFields,
  unifyLicense,
} from './metadata.rules.ts';
import type { DesiredSection, RequestContext, SectionChange } from '#api/context.ts';
import { templates as standardTemplates } from './standard-templates.ts';
import { findTemplates, lockTemplates } from './read-templates.ts';
import type { MetadataTemplate, Templates } from './template.ts';
import { checkAll } from '#kernel/check-all.ts';
import { isDeepStrictEqual } from 'node:util';

/**
 * The metadata of a linked dataset with the current remote values. Values written in this catalog override them. Remote
 * fields unknown to the portal are dropped. Metadata that would become too long stay unchanged.
 */
export function refreshRemoteValues(
  metadata: DatasetMetadata,
  remote: JsonObject | null,
  templates: Templates = standardTemplates,
): DatasetMetadata {
  if (remote === null) return dropRemoteValues(metadata);
  const remoteTemplates = unifyLicense(
    Object.fromEntries(Object.entries(remote).map(([name, values]) => [name, isJsonObject(values) ? values : {}])),
  );
  const merged: Record<string, DatasetMetadata[string]> = {};
  for (const name of new Set([...templates.keys(), ...Object.keys(metadata)])) {
    const remoteFields = Object.hasOwn(remoteTemplates, name) ? (remoteTemplates[name] ?? {}) : {};
    const fields = mergeFields(templates.get(name), metadata[name] ?? {}, remoteFields);
    if (metadata[name] || Object.keys(fields).length > 0) merged[name] = fields;
  }
  const linked = unifyLicense(merged);
  return isWithinSize(linked) ? linked : metadata;
}

/** Merges the stored fields of a template with those of the remote dataset. */
function mergeFields(
  template: MetadataTemplate | undefined,
  stored: DatasetMetadata[string],
  remote: JsonObject,
): DatasetMetadata[string] {
  const entryOf = (entries: DatasetMetadata[string], name: string) =>
    Object.hasOwn(entries, name) ? entries[name] : undefined;
  return Object.fromEntries(
    [...new Set([...Object.keys(stored), ...Object.keys(remote)])].flatMap((name) => {
      const value = Object.hasOwn(remote, name) ? parseValueOrNull(template, name, remote[name] ?? null) : null;
      const entry = mergeEntry(entryOf(stored, name), value, initialOf(template, name));
      return entry ? [[name, entry] as const] : [];
    }),
  );
}

/** The entry of a field with its remote value, which is null when the remote dataset has none. Undefined when no value remains. */
function mergeEntry(stored: MetadataValue | undefined, remote: Json, initial: Json): MetadataValue | undefined {
  const isOverridden = stored?.override_remote_value ?? false;
  // a stored value that does not override a remote value is a copy of that remote value
  const isLocal = stored !== undefined && (isOverridden || (stored.remote_value ?? null) === null);
  if (remote === null)
    return isLocal ? { value: stored.value, remote_value: null, override_remote_value: isOverridden } : undefined;
  const keepsLocalValue = isLocal && (isOverridden || !isReplaceable(stored.value, initial, remote));
  return keepsLocalValue
    ? { value: stored.value, remote_value: remote, override_remote_value: true }
    : { value: remote, remote_value: remote, override_remote_value: false };
}

/** Whether the remote value may replace a local value: the local value is unset, no user wrote it, or it equals the remote value. */
const isReplaceable = (local: Json, initial: Json, remote: Json): boolean =>
  local === null || isDeepStrictEqual(local, initial) || isDeepStrictEqual(local, remote);

/** The value that a field has on a new dataset; null for an unset field. */
const initialOf = (template: MetadataTemplate | undefined, name: string): Json =>
  template?.fields.find((field) => field.name === name)?.initial ?? null;

/** The values that the fields of the templates have on a new dataset, unless the creator sends other values. */
const initialMetadata: DatasetMetadata = Object.fromEntries(
  [...standardTemplates.values()].flatMap(({ name, fields }) => {
    const initial = fields.filter((field) => field.initial !== undefined);
    const entries = initial.map((field) => [field.name, { value: field.initial ?? null }] as const);
    return entries.length === 0 ? [] : [[name, Object.fromEntries(entries)] as const];
  }),
);

/** The metadata of a new dataset: the values of the input, and initial values for the fields that the input omits. */
export function parseNewMetadata(templates: Templates, input: object): DatasetMetadata {
  const { metadata }: Partial<CreateDatasetInput> = { ...input };
  const [sentAsMap, given] = checkAll(
    () => parseMetadata(templates, metadata ?? {}),
    () => parseGivenFields(templates, input),
  );
  const sent = setFields(
    sentAsMap,
    given.map(({ entry = { value: null }, ...field }) => ({ ...field, entry })),
  );
  const withInitialValues = Object.entries(initialMetadata).map(
    ([name, fields]) => [name, { ...fields, ...sent[name] }] as const,
  );
  return normalizeMetadata({ ...sent, ...Object.fromEntries(withInitialValues) }, {});
}

/** The names of the templates in the map of metadata of an input, and in the fields that it gives one by one. */
function namedTemplates(input: object): string[] {
  const { metadata, metadataFields }: Partial<CreateDatasetInput> = { ...input };
  return [...Object.keys(metadata ?? {}), ...(metadataFields ?? []).map(({ template }) => template)];
}

/** Plans the metadata of a map. */
async function planReplacement(
  tx: RequestContext,
  input: JsonObject,
  current: DatasetMetadata,
): Promise<SectionChange<DatasetMetadata>> {
  const templates = await lockTemplates(tx, Object.keys(input));
  return { snapshot: normalizeMetadata(parseMetadata(templates, input), current) };
}

/** The current metadata with the fields of an input instead of theirs. A template or a field that is null is cleared. */
function updatedMetadata(input: JsonObject, current: DatasetMetadata): JsonObject {
  const templatesOf = Object.entries(input).map(([name, fields]): readonly [string, Json] => {
    const stored = Object.hasOwn(current, name) ? current[name] : undefined;
    return [name, isJsonObject(fields) ? withoutNulls({ ...toPlainJson(stored ?? {}), ...fields }) : fields];
  });
  return withoutNulls({ ...toPlainJson(current), ...Object.fromEntries(templatesOf) });
}

const withoutNulls = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

/** Plans all metadata that an input gives as one map. */
const planMap = defineApplyField<JsonObject, DatasetMetadata>({
  name: 'metadata',
  type: () => JsonMap,
  description: 'All metadata as one map: template → field → `{value}`.',
  plan: (tx, input, { current }) => planReplacement(tx, input ?? {}, current),
  planUpdate: (tx, input, { current }) => planReplacement(tx, updatedMetadata(input, current), current),
});

/** Plans the metadata that an input gives as one map, field by field, or both: the fields are then set in the map. */
async function planMetadata(
  tx: RequestContext,
  desired: DesiredSection<DatasetMetadata>,
): Promise<SectionChange<DatasetMetadata> | undefined> {
  const planned = await planMap(tx, desired);
  const templates = await lockTemplates(tx, namedTemplates({ ...desired.input, metadata: null }));
  const edits = parseGivenFields(templates, desired.input);
  return edits.length === 0 ? planned : { snapshot: setFields(planned?.snapshot ?? desired.current, edits) };
}

/** The drafted metadata. */
export const metadataSection = section<DatasetMetadata>({
  name: 'metadata',
  capture: (dataset) => sql`${dataset}.metadata`,
  parse: async (input, tx) => parseNewMetadata(await lockTemplates(tx, namedTemplates(input)), input),
  // a restored version may have two licenses, from before the rule that a dataset has one, and values of fields that templates no longer have
  async write(tx, datasetUid, metadata) {
    requireFields(metadata, await lockTemplates(tx, Object.keys(metadata)));
    await tx.db.rows(
      sql`update dataset set metadata = ${JSON.stringify(unifyLicense(metadata))}::jsonb where uid = ${datasetUid}`,
    );
  },
  async prepareRemoteValues({ db }, remote) {
    const templates = await findTemplates(db, Object.keys(remote ?? {}));
    return { replace: (metadata) => refreshRemoteValues(metadata, remote, templates) };
  },
  planChange: planMetadata,
});
