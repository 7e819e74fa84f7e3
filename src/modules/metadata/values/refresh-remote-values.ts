import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import { dropRemoteValues, type DatasetMetadata, type MetadataValue } from '#datasets/index.ts';
import { unifyLicense } from './license.rules.ts';
import { parseValueOrNull } from './metadata.rules.ts';
import { isWithinSize } from './normalize-metadata.ts';
import { templates } from '../templates/registry.ts';

/**
 * The metadata of a linked dataset with the current remote values. Values written in this catalog override them. Remote
 * fields unknown to the portal are dropped. Metadata that would become too long stay unchanged.
 */
export function refreshRemoteValues(metadata: DatasetMetadata, remote: JsonObject | null): DatasetMetadata {
  if (remote === null) return dropRemoteValues(metadata);
  const remoteTemplates = unifyLicense(
    Object.fromEntries(Object.entries(remote).map(([name, values]) => [name, isJsonObject(values) ? values : {}])),
  );
  const merged: Record<string, DatasetMetadata[string]> = {};
  for (const name of templates.keys()) {
    const remoteFields = Object.hasOwn(remoteTemplates, name) ? (remoteTemplates[name] ?? {}) : {};
    const fields = mergeFields(name, metadata[name] ?? {}, remoteFields);
    if (metadata[name] || Object.keys(fields).length > 0) merged[name] = fields;
  }
  const linked = unifyLicense(merged);
  return isWithinSize(linked) ? linked : metadata;
}

/** Merges the stored fields of a template with those of the remote dataset. */
function mergeFields(template: string, stored: DatasetMetadata[string], remote: JsonObject): DatasetMetadata[string] {
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
const initialOf = (template: string, name: string): Json =>
  templates.get(template)?.fields.find((field) => field.name === name)?.initial ?? null;
