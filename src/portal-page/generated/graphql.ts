/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A key of the order of groups. Null comes last, in both directions. */
export type AggregateOrder = {
  /** The name of a key or of a measure. */
  by: string;
  /** Whether the largest value comes first. */
  isDescending?: boolean;
};

/** The type of an asset. */
export type AssetType =
  /** A chart. */
  | 'chart'
  /** A published code editor page. */
  | 'code_editor_page'
  /** A published dataset of the catalog. */
  | 'dataset'
  /** An asset outside this catalog. */
  | 'external_asset'
  /** A map. */
  | 'map'
  /** A published studio page. */
  | 'studio_page';

/** The order of a search. Datasets with equal values, and datasets without a value, are ordered by identifier. */
export type CatalogSort =
  /** By identifier. */
  | 'DATASET_ID'
  /** The most recently modified datasets first. */
  | 'MODIFIED'
  /** The least recently modified datasets first. */
  | 'MODIFIED_ASC'
  /** The datasets with the most recently published records first. */
  | 'PROCESSED'
  /** The best matches first; without words, the most recently modified datasets first. */
  | 'RELEVANCE'
  /** By the first 450 characters of the title, ignoring case and accents. */
  | 'TITLE'
  /** By the first 450 characters of the title in descending order, ignoring case and accents. */
  | 'TITLE_DESC';

/** Groups points that are close together on a map. */
export type ClusterInput = {
  /** The radius of a cluster, in pixels of tiles of 256 pixels. */
  radius?: number;
  /** The zoom level of the map, 0 to 25. */
  zoom: number;
};

/** The state of a dataset's publication. A publication can be requested in idle, error and limit_reached. */
export type DatasetStatus =
  /** The writing of records is being stopped. */
  | 'aborting_processing'
  /** The dataset is being unpublished. */
  | 'deleting'
  /** The last publication failed for the reason in the message; the result of the previous publication is still visible. */
  | 'error'
  /** No publication is pending. */
  | 'idle'
  /** The records up to a limit are published; `params.error` names the limit. */
  | 'limit_reached'
  /** Records are being written. */
  | 'processing'
  /** A publication waits for a worker. */
  | 'queued'
  /** The metadata is being published. */
  | 'saving_version';

/** A part of a date, a whole number. */
export type DatePart =
  /** The day of the month, 1 to 31. */
  | 'day'
  /** The hour, 0 to 23. */
  | 'hour'
  /** The minute, 0 to 59. */
  | 'minute'
  /** The month, 1 to 12. */
  | 'month'
  /** The second, 0 to 59. */
  | 'second'
  /** The year. */
  | 'year';

/** A file format of exports. */
export type ExportFormat =
  /** A line for each record, with a header (RFC 4180). */
  | 'csv'
  /** A feature for each record, in binary (FlatGeobuf). */
  | 'fgb'
  /** A collection of features; the first shape or point is the geometry. */
  | 'geojson'
  /** Waypoints and tracks, in WGS 84 (GPX 1.1). */
  | 'gpx'
  /** One array of rows. */
  | 'json'
  /** A row on each line (JSON Lines). */
  | 'jsonl'
  /** Linked data as JSON-LD 1.1. */
  | 'jsonld'
  /** A placemark for each record, in WGS 84 (KML 2.2). */
  | 'kml'
  /** Linked data as Notation3. */
  | 'n3'
  /** An Apache Parquet file with typed columns; geometries as GeoParquet 1.1. */
  | 'parquet'
  /** Linked data as RDF/XML. */
  | 'rdfxml'
  /** A zip with a Shapefile for each type of geometry, and a text file that reports what the Shapefiles cannot hold. */
  | 'shp'
  /** Linked data as Turtle. */
  | 'turtle'
  /** A workbook with typed cells; records beyond 1,048,575 are in more sheets. */
  | 'xlsx';

/** What a query does with a value of a facet. */
export type FacetState =
  /** The query neither asks for the value nor leaves it out. */
  | 'displayed'
  /** The query leaves the value out. */
  | 'excluded'
  /** The query asks for the value. */
  | 'refined';

/** The type of a field. */
export type FieldType =
  /** A day: `2026-01-15`. */
  | 'date'
  /** An instant in UTC: `2026-01-15T14:30:00Z`. */
  | 'datetime'
  /** A number. */
  | 'double'
  /** A file. */
  | 'file'
  /** A point on the earth: `{lat, lon}` in degrees (WGS 84). */
  | 'geo_point_2d'
  /** A GeoJSON geometry (RFC 7946). */
  | 'geo_shape'
  /** A whole number. */
  | 'int'
  /** A text, or several. */
  | 'text';

/** Who may submit a form. */
export type FormAccessType =
  /** Every user with a key. */
  | 'authenticated'
  /** Everyone, without a key. */
  | 'open'
  /** Users with `submit_private_form`. */
  | 'restricted';

/** The type of a block, which determines the answer that it asks for. */
export type FormBlockType =
  /** A list of values of a dataset field. */
  | 'advanced_choice'
  /** Any JSON that a front end fills in itself; 10,000 characters at most. */
  | 'autofill'
  /** True or false. */
  | 'boolean'
  /** A list of the chosen options. */
  | 'choice'
  /** An object of sub-fields that identify a person. */
  | 'contact'
  /** A day or an instant. */
  | 'date_time'
  /** An image, sent as a multipart part. */
  | 'image'
  /** A list of words. */
  | 'keywords'
  /** Consent: true where it is required. */
  | 'legal'
  /** A list of uids of datasets that are visible to the submitter. */
  | 'linked_datasets'
  /** `{lat, lon, …}`, picked on a map. */
  | 'location_picker'
  /** `{lat, lon, …}`, found by name. */
  | 'location_search'
  /** A number. */
  | 'number'
  /** The SIRET of an establishment in France. */
  | 'siret'
  /** A text. */
  | 'text'
  /** An http or https address. */
  | 'url';

/** How a condition compares the value of a block. */
export type FormConditionOperator =
  /** The value contains this text, as a part or as an item of its list. */
  | 'contains'
  /** The value is equal (texts, numbers, booleans, dates; a day is the same as every instant of it). */
  | 'equals'
  /** The value is larger or later (numbers, dates). */
  | 'greater_than'
  /** There is no value (all types). */
  | 'is_empty'
  /** There is a value (all types). */
  | 'is_not_empty'
  /** The value is smaller or earlier (numbers, dates). */
  | 'less_than'
  /** The value does not contain this text, as a part or as an item of its list. */
  | 'not_contains'
  /** The value differs or is missing. */
  | 'not_equals';

/** Whether the conditions show or hide a block. */
export type FormConditionsAction =
  /** The block is hidden when its conditions hold, otherwise shown. */
  | 'hide'
  /** The block is shown when its conditions hold, otherwise hidden. */
  | 'show';

/** How many conditions must hold. */
export type FormConditionsMatch =
  /** All of them. */
  | 'and'
  /** At least one of them. */
  | 'or';

/** A sub-field of a contact. */
export type FormContactPart =
  /** A postal address. */
  | 'address'
  /** An e-mail address. */
  | 'email'
  /** The given name. */
  | 'first_name'
  /** The position. */
  | 'job_title'
  /** The family name. */
  | 'last_name'
  /** The employer. */
  | 'organization'
  /** A phone number, stored in international format. */
  | 'phone';

/** A key that groups records by the values of a field. At most one further member groups these values by parts, intervals, ranges or clusters. */
export type GroupInput = {
  /** The name of the key. Default: as ODSQL writes it, such as `year(date)`. */
  as?: string | null | undefined;
  /** Groups points by clusters on a map. */
  cluster?: ClusterInput | null | undefined;
  /** The name of the field. */
  field: string;
  /** Groups dates by intervals of this length. */
  interval?: IntervalInput | null | undefined;
  /** Groups dates by this part, such as the year. */
  part?: DatePart | null | undefined;
  /** Groups numbers by the ranges between these ascending bounds, 2 to 100. */
  steps?: Array<number> | null | undefined;
  /** Groups numbers by ranges of this width. */
  width?: number | null | undefined;
};

/** A span of time, such as 15 minutes. */
export type IntervalInput = {
  /** The number of units; only 1 for weeks and longer units. */
  count?: number;
  /** The unit. */
  unit: IntervalUnit;
};

/** A unit of time. */
export type IntervalUnit =
  /** A day of the time zone. */
  | 'day'
  /** An hour. */
  | 'hour'
  /** A thousandth of a second. */
  | 'millisecond'
  /** A minute. */
  | 'minute'
  /** A month. */
  | 'month'
  /** A quarter of a year. */
  | 'quarter'
  /** A second. */
  | 'second'
  /** A week, from Monday on. */
  | 'week'
  /** A year. */
  | 'year';

/** What is computed from the records of a group. Null values are left out. */
export type MeasureFunction =
  /** The mean of numbers. */
  | 'avg'
  /** The bounding box of points or shapes. */
  | 'bbox'
  /** The number of records; with a field, the number of records that have a value in it. */
  | 'count'
  /** The number of different values. */
  | 'count_distinct'
  /** The convex hull of points. */
  | 'envelope'
  /** The largest number or the latest date. */
  | 'max'
  /** The median of numbers, interpolated. */
  | 'median'
  /** The smallest number or the earliest date. */
  | 'min'
  /** A percentile of numbers, interpolated. */
  | 'percentile'
  /** The sum of numbers. */
  | 'sum';

/** A value that is computed for each group. */
export type MeasureInput = {
  /** The name of the value. Default: as ODSQL writes it, such as `sum(price)`. */
  as?: string | null | undefined;
  /** The name of the field. Without one, `count` counts records. */
  field?: string | null | undefined;
  /** What is computed. */
  function: MeasureFunction;
  /** The percentile to compute, 0 to 100; only with the function `percentile`. */
  percent?: number | null | undefined;
};

/** A value of a facet. In `refine`, items must have all values given for one field, or any of them where the facet is disjunctive; in `exclude`, items must have none of the values. */
export type RefineInput = {
  /** The name of the field. */
  field: string;
  /** The value: numbers by their text; a date as `2024`, `2024/02` or `2024/02/29`; the path of a hierarchy, with everything below it. */
  value: string;
};

/** How an asset uses another asset, its source. */
export type RelationType =
  /** The asset is federated from its source. */
  | 'federation'
  /** The asset joins its source. */
  | 'join'
  /** The asset is made from its source. */
  | 'source'
  /** The asset shows its source. */
  | 'usage';

/** The answers to a published form. */
export type SubmitFormInput = {
  /** The answers: an object by the names of the blocks. */
  data: unknown;
  /** The form's slug. */
  formSlug: string | number;
  /** The images, each for one block; 20 at most. */
  images?: Array<SubmittedImageInput>;
  /** The reCAPTCHA token, required when the form uses reCAPTCHA. */
  recaptchaToken?: string | null | undefined;
};

/** An image that comes with a submission. */
export type SubmittedImageInput = {
  /** A PNG, JPEG, GIF or WebP of 10 MiB at most. */
  file: unknown;
  /** The name of the block that the image answers. */
  name: string;
};

export type DatasetPageQueryVariables = Exact<{
  datasetId: string;
}>;


export type DatasetPageQuery = { portalSettings: { defaultLanguage: string }, catalogDataset: { uid: string, datasetId: string, title: string | null, description: string | null, keywords: Array<string>, themes: Array<string>, publisher: string | null, license: string | null, language: string | null, modified: string | null, dataProcessed: string | null, recordCount: number | null, hasRecords: boolean, isRestricted: boolean, dataAccess: { isDataVisible: boolean }, schema: Array<{ name: string, label: string, description: string | null, type: FieldType, unit: string | null }>, exports: Array<{ format: ExportFormat, mediaType: string, filename: string, url: string }>, attachments: { nodes: Array<{ filename: string, bytes: number, downloadPath: string }> }, upstream: { truncated: boolean, hops: Array<{ depth: number, viaUid: string, relationType: RelationType, asset: { uid: string, title: string, assetType: AssetType, url: string | null, dataset: { datasetId: string } | null } }> }, downstream: { truncated: boolean, hops: Array<{ depth: number, viaUid: string, relationType: RelationType, asset: { uid: string, title: string, assetType: AssetType, url: string | null, dataset: { datasetId: string } | null } }> }, configuration: { uid: string, mayPublish: boolean, status: { status: DatasetStatus, isPublished: boolean, since: string, message: string | null, progress: { rowsWritten: number | null, percent: number | null, recordErrors: number } } | null } | null } | null };

export type HopsFragment = { truncated: boolean, hops: Array<{ depth: number, viaUid: string, relationType: RelationType, asset: { uid: string, title: string, assetType: AssetType, url: string | null, dataset: { datasetId: string } | null } }> };

export type DatasetRecordsQueryVariables = Exact<{
  datasetId: string;
  first: number;
  offset: number;
}>;


export type DatasetRecordsQuery = { catalogDataset: { records: { totalCount: number, nodes: Array<{ recordId: string, values: Readonly<Record<string, unknown>> }> } | null } | null };

export type DatasetGroupsQueryVariables = Exact<{
  datasetId: string;
  by?: Array<GroupInput> | GroupInput | null | undefined;
  measures: Array<MeasureInput> | MeasureInput;
  orderBy?: Array<AggregateOrder> | AggregateOrder | null | undefined;
  where?: string | null | undefined;
  first: number;
}>;


export type DatasetGroupsQuery = { catalogDataset: { aggregate: { groups: Array<Readonly<Record<string, unknown>>>, hasMore: boolean } | null } | null };

export type FormPageQueryVariables = Exact<{
  slug: string | number;
}>;


export type FormPageQuery = { portalSettings: { defaultLanguage: string }, form: { slug: string, title: string, description: string, accessType: FormAccessType, isRecaptchaEnabled: boolean, defaultLanguage: string, quota: { isReached: boolean }, ending: { message: string | null, url: string | null, page: string | null }, sections: Array<{ title: string, blocks: Array<{ fieldId: string, type: FormBlockType, label: string, placeholder: string, helpText: string, required: boolean, conditionsAction: FormConditionsAction, conditionsMatch: FormConditionsMatch, conditions: Array<{ fieldId: string, operator: FormConditionOperator, value: unknown }>, text: { isLong: boolean } | null, number: { isInteger: boolean, min: number | null, max: number | null } | null, choice: { options: Array<string>, isMultiple: boolean, allowsOther: boolean } | null, advancedChoice: { isMultiple: boolean } | null, dateTime: { hasTime: boolean, min: string | null, max: string | null } | null, contact: { subFields: Array<{ name: FormContactPart, required: boolean }> } | null }> }> } | null };

export type FormOptionsQueryVariables = Exact<{
  slug: string | number;
  fieldId: string;
  search: string;
}>;


export type FormOptionsQuery = { form: { options: Array<string> } | null };

export type SubmitFormMutationVariables = Exact<{
  input: SubmitFormInput;
}>;


export type SubmitFormMutation = { submitForm: { isValid: boolean, errors: Array<{ field: string, message: string }> } };

export type FormsPageQueryVariables = Exact<{
  first: number;
  offset: number;
}>;


export type FormsPageQuery = { portalSettings: { defaultLanguage: string }, forms: { totalCount: number, nodes: Array<{ slug: string, title: string, description: string, defaultLanguage: string }> } };

export type CheckKeyQueryVariables = Exact<{ [key: string]: never; }>;


export type CheckKeyQuery = { viewer: { username: string } | null };

export type PublicationsPageQueryVariables = Exact<{
  first: number;
  offset: number;
}>;


export type PublicationsPageQuery = { portalSettings: { defaultLanguage: string }, viewer: { username: string } | null, datasets: { totalCount: number, nodes: Array<{ uid: string, datasetId: string, isPublished: boolean, mayPublish: boolean, standardMetadata: { default: { title: string | null } }, status: { status: DatasetStatus, isPublished: boolean, since: string, message: string | null, progress: { rowsWritten: number | null, percent: number | null, recordErrors: number } } | null }> } | null };

export type ProgressFragment = { status: DatasetStatus, isPublished: boolean, since: string, message: string | null, progress: { rowsWritten: number | null, percent: number | null, recordErrors: number } };

export type DatasetProgressSubscriptionVariables = Exact<{
  uid: string | number;
}>;


export type DatasetProgressSubscription = { datasetStatus: { status: DatasetStatus, isPublished: boolean, since: string, message: string | null, progress: { rowsWritten: number | null, percent: number | null, recordErrors: number } } | null };

export type PublishDatasetMutationVariables = Exact<{
  uid: string | number;
}>;


export type PublishDatasetMutation = { publishDataset: { dataset: { uid: string, status: { status: DatasetStatus, isPublished: boolean, since: string, message: string | null, progress: { rowsWritten: number | null, percent: number | null, recordErrors: number } } | null } | null } };

export type SearchPageQueryVariables = Exact<{
  query?: string | null | undefined;
  refine: Array<RefineInput> | RefineInput;
  sort: CatalogSort;
  first: number;
  offset: number;
  withForms?: boolean;
}>;


export type SearchPageQuery = { portalSettings: { defaultLanguage: string }, forms?: { totalCount: number }, search: { totalCount: number, edges: Array<{ highlights: Array<{ path: string, text: string }>, node: { datasetId: string, title: string | null, description: string | null, publisher: string | null, modified: string | null, themes: Array<string>, keywords: Array<string>, recordCount: number | null } }>, facets: Array<{ name: string, values: Array<{ value: string, label: string, count: number | null, state: FacetState }> }> } };

export type FindDatasetsQueryVariables = Exact<{
  query: string;
}>;


export type FindDatasetsQuery = { search: { edges: Array<{ node: { uid: string, datasetId: string, title: string | null } }> } };

export const HopsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Hops"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Lineage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"hops"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"depth"}},{"kind":"Field","name":{"kind":"Name","value":"viaUid"}},{"kind":"Field","name":{"kind":"Name","value":"relationType"}},{"kind":"Field","name":{"kind":"Name","value":"asset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"assetType"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasetId"}}]}}]}}]}}]}}]} as unknown as DocumentNode<HopsFragment, unknown>;
export const ProgressFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Progress"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PublicationStatus"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"isPublished"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rowsWritten"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}},{"kind":"Field","name":{"kind":"Name","value":"recordErrors"}}]}}]}}]} as unknown as DocumentNode<ProgressFragment, unknown>;
export const DatasetPageDocument = {"__meta__":{"hash":"sha256:f255b20e6cd8e03131ebb5b979258afe1abb0eaac8dea80b707eec8a29ed8708"}} as unknown as DocumentNode<DatasetPageQuery, DatasetPageQueryVariables>;
export const DatasetRecordsDocument = {"__meta__":{"hash":"sha256:cab2ad7f431a2f6ac836a3e9ff591b257006574c9713511ec90b8d07dc97ced2"}} as unknown as DocumentNode<DatasetRecordsQuery, DatasetRecordsQueryVariables>;
export const DatasetGroupsDocument = {"__meta__":{"hash":"sha256:f90fa134a656d4ff43d7173d35c785024dc0586278a50cb934df61293385b715"}} as unknown as DocumentNode<DatasetGroupsQuery, DatasetGroupsQueryVariables>;
export const FormPageDocument = {"__meta__":{"hash":"sha256:67273d694834abb19fc25564d08480890910f11c9a31b300ef63d001263ad203"}} as unknown as DocumentNode<FormPageQuery, FormPageQueryVariables>;
export const FormOptionsDocument = {"__meta__":{"hash":"sha256:9ad0b87cbc66ee835e1421e3d51f3608ef46df5079afc6cca168780d7c17452f"}} as unknown as DocumentNode<FormOptionsQuery, FormOptionsQueryVariables>;
export const SubmitFormDocument = {"__meta__":{"hash":"sha256:e8602578253d55580f7cd467311fbe0eeb388ae35ed60294109598a4ecc7b2d8"}} as unknown as DocumentNode<SubmitFormMutation, SubmitFormMutationVariables>;
export const FormsPageDocument = {"__meta__":{"hash":"sha256:0c2b564ee1c82b523f8a912df133118e05a499495c8e295b5f06863a1bd205b2"}} as unknown as DocumentNode<FormsPageQuery, FormsPageQueryVariables>;
export const CheckKeyDocument = {"__meta__":{"hash":"sha256:d910a2582ffaf813c2f0d353890ba9d20957152eba457fa8e5b2c851533e0d74"}} as unknown as DocumentNode<CheckKeyQuery, CheckKeyQueryVariables>;
export const PublicationsPageDocument = {"__meta__":{"hash":"sha256:c752c800528a45b5e351c73eb9054e73d6ec0adb7e92754887f8bdd9534a8ebd"}} as unknown as DocumentNode<PublicationsPageQuery, PublicationsPageQueryVariables>;
export const DatasetProgressDocument = {"__meta__":{"hash":"sha256:ab910bcb84abf8da61f3095203f071ae572d452ab661f1eb7f2a7673b849ab6a"}} as unknown as DocumentNode<DatasetProgressSubscription, DatasetProgressSubscriptionVariables>;
export const PublishDatasetDocument = {"__meta__":{"hash":"sha256:81b579757798a38570785718b2b2b57685b01e3a110afeb60443fae564ec91a4"}} as unknown as DocumentNode<PublishDatasetMutation, PublishDatasetMutationVariables>;
export const SearchPageDocument = {"__meta__":{"hash":"sha256:b0bc7a99930d955728c1de4410a0a750c6f7cc114fbd1a0ad4e8300a420ad50d"}} as unknown as DocumentNode<SearchPageQuery, SearchPageQueryVariables>;
export const FindDatasetsDocument = {"__meta__":{"hash":"sha256:b47b748aa79c26055d0f96eecb1655e76062d68aa0e842cbbf0339844e8fe365"}} as unknown as DocumentNode<FindDatasetsQuery, FindDatasetsQueryVariables>;