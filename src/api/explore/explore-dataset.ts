import type { FacetSort } from '../types/explore/facet.inputs.ts';

/** The properties of a dataset that the Explore API shows, as the graph returns them to the caller: the fragment `ExploreDataset`. */
export interface ExploreDataset {
  readonly uid: string;
  readonly datasetId: string;
  readonly isRestricted: boolean;
  readonly fields: readonly Readonly<Record<string, unknown>>[];
  /** The settings of the fields, in the same order. */
  readonly schema: readonly FieldSettings[];
  readonly hasRecords: boolean;
  readonly features: readonly string[];
  readonly attachments: { readonly nodes: readonly ExploreAttachment[] };
  readonly dataAccess: { readonly isDataVisible: boolean };
  readonly title: string | null;
  /** The description as HTML. */
  readonly description: string | null;
  readonly themes: readonly string[];
  readonly keywords: readonly string[];
  readonly license: string | null;
  readonly language: string | null;
  /** This instant and the following ones are in UTC and whole seconds. */
  readonly modified: string | null;
  readonly dataProcessed: string | null;
  readonly metadataProcessed: string | null;
  readonly territories: readonly string[];
  readonly publisher: string | null;
  readonly publishedRecordCount: number | null;
  /** The bounding box, in degrees of WGS 84. */
  readonly boundingBox: { readonly [Side in 'west' | 'south' | 'east' | 'north']: number } | null;
  readonly geometryTypes: readonly string[];
  /** The dataset of another catalog from which the records come. Its names are null if the records come from several datasets. Null for a dataset that is not federated. */
  readonly federation: { readonly origin: string | null; readonly datasetId: string | null } | null;
  /** The metadata values by template and field; null where a field is unset. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** How a dataset offers a field as a facet. */
export interface FieldSettings {
  readonly isFacet: boolean;
  readonly isDisjunctive: boolean;
  readonly facetSort: `${FacetSort}` | null;
}

/** A file that is offered for download with a dataset. */
export interface ExploreAttachment {
  readonly uid: string;
  readonly filename: string;
  readonly mimetype: string | null;
}
