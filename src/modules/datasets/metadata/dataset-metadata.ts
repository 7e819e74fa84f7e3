import type { Json } from '#kernel/json.ts';

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
