import type { Json, JsonObject } from '#kernel/json.ts';
import type { RequestContext } from '#api/context.ts';

/** The stored value of a metadata field (docs/contract/specification.md 2.4). */
export type MetadataValue = {
  readonly value: Json;
  /** The value of the linked remote dataset. */
  readonly remote_value?: Json;
  /** Whether the local value overrides the remote one. */
  readonly override_remote_value?: boolean;
};

/** The metadata values, by the name of the template and the name of the field. */
export type DatasetMetadata = { readonly [template: string]: { readonly [field: string]: MetadataValue } };

/** A custom template that metadata name, and its fields that have an entry there, in the order of the template. */
export interface UsedTemplate {
  readonly name: string;
  readonly title: string;
  readonly fields: readonly {
    readonly name: string;
    readonly type: string;
    readonly label: string;
    /** The labels of the choices in the value: choice → language → text. */
    readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>> | null;
  }[];
}

type Entry = MetadataValue | undefined;

/**
 * Merges new metadata with the remote values of the stored metadata. On a dataset that is linked to a remote dataset, every entry keeps its
 * remote value. The remote value is the effective value unless the local value overrides it, and it becomes effective again when the new
 * metadata omit the entry. On other datasets there are no remote values (docs/contract/objects.md, Metadata value).
 */
export function mergeRemoteValues(metadata: DatasetMetadata, stored: DatasetMetadata): DatasetMetadata {
  if (!isLinked(stored)) return withoutRemoteValues(metadata);
  const templates = new Set([...Object.keys(metadata), ...Object.keys(stored)]);
  return Object.fromEntries(
    [...templates].flatMap((template) => {
      const [given = {}, before = {}] = [metadata[template], stored[template]];
      const fields = [...new Set([...Object.keys(given), ...Object.keys(before)])].flatMap((field) => {
        const entry = mergeEntry(given[field], before[field]);
        return entry ? [[field, entry] as const] : [];
      });
      return fields.length > 0 || metadata[template] ? [[template, Object.fromEntries(fields)] as const] : [];
    }),
  );
}

/** The metadata without remote values: the effective values alone. */
export const dropRemoteValues = (metadata: DatasetMetadata): DatasetMetadata => mergeRemoteValues(metadata, {});

/** The metadata with the current values of the remote dataset, or without any when `remote` is null. */
export const replaceRemoteValues = async (
  ctx: RequestContext,
  metadata: DatasetMetadata,
  remote: JsonObject | null,
): Promise<DatasetMetadata> => (await prepareRemoteValues(ctx, remote))(metadata);

/** The function that replaces the values of the remote dataset in metadata with those of `remote`. */
export async function prepareRemoteValues(
  ctx: RequestContext,
  remote: JsonObject | null,
): Promise<(metadata: DatasetMetadata) => DatasetMetadata> {
  const prepared = await ctx.app.registry.sections.get('metadata')?.prepareRemoteValues?.(ctx, remote);
  // The cast is safe, because the function of the metadata section returns metadata.
  return (metadata) => (prepared?.replace(metadata) ?? metadata) as DatasetMetadata;
}

/** Whether a dataset is linked to a remote dataset: only then do its stored entries have `override_remote_value`. */
const isLinked = (metadata: DatasetMetadata): boolean =>
  Object.values(metadata).some((fields) =>
    Object.values(fields).some((entry) => entry.override_remote_value !== undefined),
  );

/** Merges the new entry of a field with the stored entry; undefined when neither a new entry nor a remote value exists. */
function mergeEntry(given: Entry, before: Entry): Entry {
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

const withoutRemoteValues = (metadata: DatasetMetadata): DatasetMetadata =>
  Object.fromEntries(
    Object.entries(metadata).map(([template, fields]) => [
      template,
      Object.fromEntries(Object.entries(fields).map(([field, { value }]) => [field, { value }])),
    ]),
  );
