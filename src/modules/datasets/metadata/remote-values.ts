import type { Registry } from '../../../api/context.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { DatasetMetadata, MetadataValue } from './dataset-metadata.ts';

type Entry = MetadataValue | undefined;

/**
 * New metadata for a dataset that had other metadata. On one that is linked to a remote dataset every entry keeps the remote
 * value, which wins unless it is overridden; an entry that is left out goes back to it. On others there is nothing to keep
 * or to override (docs/contract/objects.md, Metadata value).
 */
export function mergeRemoteValues(metadata: DatasetMetadata, had: DatasetMetadata): DatasetMetadata {
  if (!isLinked(had)) return valuesOnly(metadata);
  const templates = new Set([...Object.keys(metadata), ...Object.keys(had)]);
  return Object.fromEntries(
    [...templates].flatMap((template) => {
      const [given = {}, before = {}] = [metadata[template], had[template]];
      const fields = [...new Set([...Object.keys(given), ...Object.keys(before)])].flatMap((field) => {
        const entry = linkedEntry(given[field], before[field]);
        return entry ? [[field, entry] as const] : [];
      });
      return fields.length > 0 || metadata[template] ? [[template, Object.fromEntries(fields)] as const] : [];
    }),
  );
}

/** The same metadata for a dataset that is not linked: the effective values. */
export const dropRemoteValues = (metadata: DatasetMetadata): DatasetMetadata => mergeRemoteValues(metadata, {});

/** The same metadata of a dataset with the values that a remote one tells by now; null where it is linked to none. */
export const linkMetadata = (
  { sections }: Pick<Registry, 'sections'>,
  metadata: DatasetMetadata,
  remote: JsonObject | null,
): DatasetMetadata =>
  // the section answers what it was given: metadata
  (sections.get('metadata')?.link?.(metadata, remote) ?? metadata) as DatasetMetadata;

/** Whether a dataset is linked to a remote one: the entries of its metadata tell. */
const isLinked = (metadata: DatasetMetadata): boolean =>
  Object.values(metadata).some((fields) =>
    Object.values(fields).some((entry) => entry.override_remote_value !== undefined),
  );

function linkedEntry(given: Entry, before: Entry): Entry {
  const remote = before?.remote_value ?? null;
  if (!given)
    return remote === null ? undefined : { value: remote, remote_value: remote, override_remote_value: false };
  const isOverridden = given.override_remote_value ?? before?.override_remote_value ?? false;
  return {
    value: isOverridden || remote === null ? given.value : remote,
    remote_value: remote,
    override_remote_value: isOverridden,
  };
}

const valuesOnly = (metadata: DatasetMetadata): DatasetMetadata =>
  Object.fromEntries(
    Object.entries(metadata).map(([template, fields]) => [
      template,
      Object.fromEntries(Object.entries(fields).map(([field, { value }]) => [field, { value }])),
    ]),
  );
