import type { OpenFile } from '../reader-thread.ts';
import type { DataRecord, FieldType } from '#engine/records/record.ts';

/** A file of features that a thread reads, and the layer that is read of it; empty for the only one. */
export interface FeatureSource extends OpenFile {
  readonly format: 'flatgeobuf' | 'geopackage';
  readonly layer: string;
}

/** A feature as the thread sends it. */
export interface ReadFeature {
  readonly properties: DataRecord;
  /** Unchecked GeoJSON, as libraries give it. */
  readonly geometry: object | null;
  /** Why the geometry could not be read. */
  readonly fault?: string;
}

/** A part of a file: what it declares, which comes first, or the next features. */
export type FeaturePart =
  | {
      /** The coordinate reference system, by its EPSG code or well-known text; empty when none is declared. */
      readonly crs: string;
      /** The declared types of properties, by name. */
      readonly types: ReadonlyMap<string, FieldType>;
    }
  | { readonly features: readonly ReadFeature[] };

/** The maximum number of features of one part, and the size of the features in bytes after which a part ends. */
export const maxPartFeatures = 500;
export const maxPartBytes = 2 * 2 ** 20;

/** The maximum size of a feature or of one value, in bytes. */
export const maxFeatureBytes = 32 * 2 ** 20;

/** Groups features with their sizes into parts. */
export function* toParts(
  features: Iterable<{ readonly feature: ReadFeature; readonly bytes: number }>,
): Generator<FeaturePart> {
  let part: ReadFeature[] = [];
  let size = 0;
  for (const { feature, bytes } of features) {
    size += bytes;
    if (part.push(feature) < maxPartFeatures && size < maxPartBytes) continue;
    yield { features: part };
    part = [];
    size = 0;
  }
  if (part.length > 0) yield { features: part };
}
