/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** An annotation of a field. */
export type AnnotateFieldInput = {
  /** The subject of the annotation. */
  annotation: FieldAnnotationName;
  /** The arguments: at most 100 texts of 1000 characters, or whole numbers. */
  args?: Array<string | number>;
  /** The name of the field. */
  field: string;
};

/** The type of an asset. */
export const AssetType = {
  /** A chart. */
  Chart: 'chart',
  /** A published code editor page. */
  CodeEditorPage: 'code_editor_page',
  /** A published dataset of the catalog. */
  Dataset: 'dataset',
  /** An asset outside this catalog. */
  ExternalAsset: 'external_asset',
  /** A map. */
  Map: 'map',
  /** A published studio page. */
  StudioPage: 'studio_page'
} as const;

export type AssetType = typeof AssetType[keyof typeof AssetType];
/** The number of calls that a caller may make in a period. */
export type CallsQuotaInput = {
  /** The number of calls in one period, at least 0. */
  limit: number;
  /** The period in which calls are counted. */
  unit: QuotaUnit;
};

/** The order of a search. Datasets with equal values, and datasets without a value, are ordered by identifier. */
export const CatalogSort = {
  /** By identifier. */
  DatasetId: 'DATASET_ID',
  /** The most recently modified datasets first. */
  Modified: 'MODIFIED',
  /** The least recently modified datasets first. */
  ModifiedAsc: 'MODIFIED_ASC',
  /** The datasets with the most recently published records first. */
  Processed: 'PROCESSED',
  /** The best matches first; without words, the most recently modified datasets first. */
  Relevance: 'RELEVANCE',
  /** By the first 450 characters of the title, ignoring case and accents. */
  Title: 'TITLE',
  /** By the first 450 characters of the title in descending order, ignoring case and accents. */
  TitleDesc: 'TITLE_DESC'
} as const;

export type CatalogSort = typeof CatalogSort[keyof typeof CatalogSort];
/** What happened to a value. */
export const ChangeKind = {
  /** There was no value before. */
  Added: 'added',
  /** The value is different after. */
  Changed: 'changed',
  /** There is no value after. */
  Removed: 'removed'
} as const;

export type ChangeKind = typeof ChangeKind[keyof typeof ChangeKind];
/** How the catalog authenticates at a datasource; `type` determines which other fields are used. */
export type ConnectionAuthInput = {
  /** Of `aws_signature_v4`: the identifier of the key. */
  accessKeyId?: string | null | undefined;
  /** Of `shared_key`: the name of the account. */
  accountName?: string | null | undefined;
  /** Of `oauth2` and `oidc`: the identifier of the client. */
  clientId?: string | null | undefined;
  /** Of `oauth2` and `oidc`: the client's secret. A secret: omitted or null keeps the stored one, unless the host changes. */
  clientSecret?: string | null | undefined;
  /** Of `basic_auth`: the password. A secret: omitted or null keeps the stored one, unless the host changes. */
  password?: string | null | undefined;
  /** Of `oidc`: the refresh token of the user's consent. A secret: omitted or null keeps the stored one, unless the host changes. */
  refreshToken?: string | null | undefined;
  /** Of `aws_signature_v4`: the region of the bucket. */
  region?: string | null | undefined;
  /** Of `oauth2`: the requested scope; empty by default. */
  scope?: string | null | undefined;
  /** Of `aws_signature_v4`: the key. A secret: omitted or null keeps the stored one, unless the host changes. */
  secretAccessKey?: string | null | undefined;
  /** Of `shared_key`: the key, in base64. A secret: omitted or null keeps the stored one, unless the host changes. */
  sharedKey?: string | null | undefined;
  /** Of `oauth2` and `oidc`: the http or https address of the token endpoint. */
  tokenUrl?: string | null | undefined;
  /** The authentication type. */
  type: ConnectionAuthType;
  /** Of `basic_auth`: the user name; without a colon. */
  username?: string | null | undefined;
};

/** How the catalog authenticates at a datasource. */
export const ConnectionAuthType = {
  /** By AWS Signature Version 4, with a key pair. */
  AwsSignatureV4: 'aws_signature_v4',
  /** By user name and password: RFC 7617 for HTTP, the login commands of the protocol for FTP. */
  BasicAuth: 'basic_auth',
  /** By the credentials of the server, if `ALLOW_SERVER_CREDENTIALS` is true. */
  IamRole: 'iam_role',
  /** By an access token that the client obtains with its own credentials (RFC 6749, 4.4). */
  Oauth2: 'oauth2',
  /** By an access token that the client obtains with the refresh token of a user who gave consent (RFC 6749, 6). */
  Oidc: 'oidc',
  /** By Azure Shared Key, with an account key. */
  SharedKey: 'shared_key'
} as const;

export type ConnectionAuthType = typeof ConnectionAuthType[keyof typeof ConnectionAuthType];
/** A connection of a resource: a saved one by its uid, or an inline one by the other fields. */
export type ConnectionInput = {
  /** How the catalog authenticates. */
  auth?: ConnectionAuthInput | null | undefined;
  /** Of `snowflake_odbc`: `Server=…;Database=…;Uid=…;Pwd=…`. An omitted secret part keeps its stored value, unless the server changes. */
  connectionString?: string | null | undefined;
  /** Of `http`: the headers that are sent with every request. */
  headers?: Array<HttpHeaderInput> | null | undefined;
  /** Accepted and ignored: an inline connection is not reusable, and a saved one stays as it is. */
  isReusable?: boolean | null | undefined;
  /** Accepted and ignored: the type of the datasource decides. */
  type?: string | null | undefined;
  /** The uid of a saved connection that you may use, or of a connection of the dataset; the other fields are then ignored. */
  uid?: string | number | null | undefined;
  /** Of `http` and `ftp`: the address, without user name and password; for `ftp` the scheme ftp, ftps or sftp determines the protocol. */
  url?: string | null | undefined;
};

/** The desired state of a dataset. An omitted part keeps its stored state; a given part replaces the whole stored part; null empties the part. */
export type DatasetApplyInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** Which data users without a ruleset may read. */
  defaultSecurity?: DatasetSecurityInput | null | undefined;
  /** Whether only to return the changes, without making them. Default: false. */
  dryRun?: boolean | null | undefined;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The whole stack of field configurations, in order. */
  fields?: Array<DesiredFieldConfigurationInput> | null | undefined;
  /** Whether only users with a ruleset see the dataset. */
  isRestricted?: boolean | null | undefined;
  /** All metadata as one map: template → field → `{value}`. */
  metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** The `planId` that a dry run returned. The change fails with REVISION_MISMATCH when the dataset has changed since, with PLAN_MISMATCH when the input differs from that of the dry run, another user made it, or it is older than an hour. */
  planId?: string | null | undefined;
  /** The whole stack of processors, in order. */
  processors?: Array<DesiredProcessorInput> | null | undefined;
  /** All resources, in the order of their records. Before you apply the change, upload the files that the resources read. */
  resources?: Array<DesiredResourceInput> | null | undefined;
  /** All rulesets of the dataset, in any order. */
  rulesets?: Array<DesiredRulesetInput> | null | undefined;
  /** All its schedules, in any order. */
  schedules?: Array<DesiredScheduleInput> | null | undefined;
};

/** Which of a dataset's data a user may read, and how often. Omitted fields take their default. */
export type DatasetSecurityInput = {
  /** The quota of calls. Default: null, for no quota. */
  apiCallsQuota?: CallsQuotaInput | null | undefined;
  /** The filter query of the visible records. Default: empty, for all records. */
  filterQuery?: string | null | undefined;
  /** Whether the data is visible at all. Default: true. */
  isDataVisible?: boolean | null | undefined;
  /** The names of the visible fields, each once. Default: null, for all fields. */
  visibleFields?: Array<string> | null | undefined;
};

/** The state of a dataset's publication. A publication can be requested in idle, error and limit_reached. */
export const DatasetStatus = {
  /** The writing of records is being stopped. */
  AbortingProcessing: 'aborting_processing',
  /** The dataset is being unpublished. */
  Deleting: 'deleting',
  /** The last publication failed for the reason in the message; the result of the previous publication is still visible. */
  Error: 'error',
  /** No publication is pending. */
  Idle: 'idle',
  /** The records up to a limit are published; `params.error` names the limit. */
  LimitReached: 'limit_reached',
  /** Records are being written. */
  Processing: 'processing',
  /** A publication waits for a worker. */
  Queued: 'queued',
  /** The metadata is being published. */
  SavingVersion: 'saving_version'
} as const;

export type DatasetStatus = typeof DatasetStatus[keyof typeof DatasetStatus];
/** Where the bytes of a resource are; `type` determines which other fields are used. */
export type DatasourceInput = {
  /** The connection through which the bytes are reached; for all kinds but `uploaded_file`, `federated`, `ods_form`. */
  connection?: ConnectionInput | null | undefined;
  /** Of `federated`: the dataset there. */
  dataset?: FederatedDatasetInput | null | undefined;
  /** Of `federated`: the other catalog. */
  domain?: FederatedDomainInput | null | undefined;
  /** Of `sharepoint`: the identifier of the drive that contains the file. */
  driveId?: string | null | undefined;
  /** Of `uploaded_file`: the file. */
  file?: ResourceFileReference | null | undefined;
  /** Of `sharepoint` and `google_drive`: the identifier of the file. */
  fileId?: string | null | undefined;
  /** Of `ods_form`: the slug of the form. Needs `moderate_form`; the records can be read only while you have that permission. */
  form?: string | number | null | undefined;
  /** Of `http`: sent in addition to the connection's headers; of `amazon_s3` and `azure_blob_storage`: sent in addition to the headers of the protocol. */
  headers?: Array<HttpHeaderInput> | null | undefined;
  /** Of `federated`: confirms that the data of the remote dataset is read with your permissions; required unless the datasource stays unchanged. */
  impersonatePermissions?: boolean | null | undefined;
  /** Of `snowflake_odbc`: the column that identifies new records. */
  incrementalField?: string | null | undefined;
  /** Of `snowflake_odbc`: the query for new records. The catalog stores the query but does not use it yet: a publication reads all records. */
  incrementalQuery?: string | null | undefined;
  /** Of `federated`: the query parameters of the export, by name; `apikey` is a secret: null keeps the stored key. */
  parameters?: Readonly<Record<string, unknown>> | null | undefined;
  /** Of `snowflake_odbc`: the query that returns sample records, for previews and for guessing the type and parameters of the extractor; `query` by default. */
  previewQuery?: string | null | undefined;
  /** Of `snowflake_odbc`: the query that returns the records. */
  query?: string | null | undefined;
  /** Of `http` and `ftp`: the address relative to the connection's. It cannot lead to another host. */
  relativeUrl?: string | null | undefined;
  /** Of `ods_form`: the status of the submissions that are read; `approved` by default. */
  statusToExtract?: Array<SubmissionStatus> | null | undefined;
  /** The kind of datasource. */
  type: DatasourceType;
  /** Of `amazon_s3`: `s3://bucket/key`, or an https address; of `azure_blob_storage`: the https address of the blob. */
  url?: string | null | undefined;
};

/** Where the bytes of a resource are. */
export const DatasourceType = {
  /** In a bucket of Amazon S3, or of a service with the same protocol. */
  AmazonS3: 'amazon_s3',
  /** In a container of Azure Blob Storage. */
  AzureBlobStorage: 'azure_blob_storage',
  /** In a dataset of another catalog. */
  Federated: 'federated',
  /** On a server of FTP, FTPS or SFTP. */
  Ftp: 'ftp',
  /** In Google Drive. */
  GoogleDrive: 'google_drive',
  /** On the web, at an http or https address. */
  Http: 'http',
  /** In the submissions to a form. */
  OdsForm: 'ods_form',
  /** In SharePoint. */
  Sharepoint: 'sharepoint',
  /** In a cloud warehouse, as the rows of a query. */
  SnowflakeOdbc: 'snowflake_odbc',
  /** In a file that was uploaded to the dataset. */
  UploadedFile: 'uploaded_file'
} as const;

export type DatasourceType = typeof DatasourceType[keyof typeof DatasourceType];
/** A field to remove. */
export type DeleteFieldInput = {
  /** The name of the field. */
  field: string;
};

/** A description of a field. */
export type DescribeFieldInput = {
  /** The description, at most 10,000 characters; may be empty. */
  description: string;
  /** The name of the field. */
  field: string;
};

/** A field configuration that the dataset must have. */
export type DesiredFieldConfigurationInput = {
  /** The operation. */
  configuration: FieldConfigurationInput;
  /** A label of at most 1000 characters; may be empty. */
  label: string;
  /** The uid of an existing configuration. Without a uid, the input updates an equal configuration, else a configuration of the same type, else it creates a new one. */
  uid?: string | number | null | undefined;
};

/** A processor that the dataset must have. */
export type DesiredProcessorInput = {
  /** A label of at most 1000 characters. Omitted with a uid: it stays. */
  label?: string | null | undefined;
  /** The parameters by name. Omitted with a uid: they stay, unless the type changes. */
  params?: Readonly<Record<string, unknown>> | null | undefined;
  /** The type, one of `processorTypes`. */
  type: string;
  /** The uid of an existing processor. Without a uid, the input updates an equal processor, else a processor of the same type, else it creates a new one. */
  uid?: string | number | null | undefined;
};

/** A resource that the dataset should have. */
export type DesiredResourceInput = {
  /** The datasource from which the resource is read; an omitted secret is kept. Omitted with a uid: it stays, unless a URL is given. */
  datasource?: DatasourceInput | null | undefined;
  /** The parameters of the extractor; a parameter that they lack takes its default. Omitted with a uid: they stay, unless the type changes. */
  params?: Readonly<Record<string, unknown>> | null | undefined;
  /** The title; not empty. */
  title: string;
  /** The type of an extractor. */
  type: string;
  /** The uid of the resource to update. Without a uid, the input updates an equal resource, else a resource with the same title and type, else a resource of the same type, else it creates a new one. */
  uid?: string | number | null | undefined;
  /** The URL from which the resource is read; only for a resource without a datasource. Omitted with a uid: it stays, unless a datasource is given. */
  url?: string | null | undefined;
};

/** A ruleset that the dataset must have, of either a user or a group. */
export type DesiredRulesetInput = {
  /** The user or the group; null only where a deprecated field names it. */
  grantee?: GranteeInput | null | undefined;
  /**
   * The uid of the group; exclusive with a user.
   * @deprecated Use `grantee: {groupUid: …}`.
   */
  groupUid?: string | number | null | undefined;
  /** Rights on the dataset, each once. Default: none. */
  permissions?: Array<RulesetPermission> | null | undefined;
  /** Which data the user or group may read. Default: all data. */
  security?: DatasetSecurityInput | null | undefined;
  /**
   * The username of the user; exclusive with a group.
   * @deprecated Use `grantee: {username: …}`.
   */
  username?: string | null | undefined;
};

/** A desired schedule of a dataset. */
export type DesiredScheduleInput = {
  /** The times in UTC, as five fields of cron: minute, hour, day of the month, month, day of the week. */
  cronSchedule: string;
  /** The uid of an existing schedule. Without a uid, the input updates a schedule with the same times, or creates a new one. */
  uid?: string | number | null | undefined;
};

/** A file format of exports. */
export const ExportFormat = {
  /** A line for each record, with a header (RFC 4180). */
  Csv: 'csv',
  /** A feature for each record, in binary (FlatGeobuf). */
  Fgb: 'fgb',
  /** A collection of features; the first shape or point is the geometry. */
  Geojson: 'geojson',
  /** Waypoints and tracks, in WGS 84 (GPX 1.1). */
  Gpx: 'gpx',
  /** One array of rows. */
  Json: 'json',
  /** A row on each line (JSON Lines). */
  Jsonl: 'jsonl',
  /** Linked data as JSON-LD 1.1. */
  Jsonld: 'jsonld',
  /** A placemark for each record, in WGS 84 (KML 2.2). */
  Kml: 'kml',
  /** Linked data as Notation3. */
  N3: 'n3',
  /** An Apache Parquet file with typed columns; geometries as GeoParquet 1.1. */
  Parquet: 'parquet',
  /** Linked data as RDF/XML. */
  Rdfxml: 'rdfxml',
  /** A zip with a Shapefile for each type of geometry, and a text file that reports what the Shapefiles cannot hold. */
  Shp: 'shp',
  /** Linked data as Turtle. */
  Turtle: 'turtle',
  /** A workbook with typed cells; records beyond 1,048,575 are in more sheets. */
  Xlsx: 'xlsx'
} as const;

export type ExportFormat = typeof ExportFormat[keyof typeof ExportFormat];
/** A facet, and how its values are counted. For records, omitted options are those of the metadata and annotations of the field; for the catalog, `isDisjunctive` is that of the field. */
export type FacetInput = {
  /** The name of the field. */
  field: string;
  /** Whether items need only one of several refined values. The counts of such a facet ignore its own refinement. Default: that of the field. */
  isDisjunctive?: boolean | null | undefined;
  /** Whether values are paths, which are shown level by level. Default: whether a separator is given, or a field of records is annotated as hierarchical. */
  isHierarchical?: boolean | null | undefined;
  /** The maximum number of values, 1 to 20000. Default: 100. */
  limit?: number | null | undefined;
  /** What separates the levels of a path. Default: that of the annotation, else `/`. */
  separator?: string | null | undefined;
  /** The order of the values. Default: that of the field, else `count_desc`. */
  sort?: FacetSort | null | undefined;
};

/** The order of the values of a facet; ties are ordered by value. */
export const FacetSort = {
  /** By the text of the value, the first in the alphabet first. */
  Alphanum: 'alphanum',
  /** By the text of the value, the last first. */
  AlphanumDesc: 'alphanum_desc',
  /** The rarest value first. */
  Count: 'count',
  /** The most frequent value first. */
  CountDesc: 'count_desc',
  /** By the value as a number, the smallest first. */
  Num: 'num',
  /** By the value as a number, the largest first. */
  NumDesc: 'num_desc'
} as const;

export type FacetSort = typeof FacetSort[keyof typeof FacetSort];
/** Names a dataset of another catalog. */
export type FederatedDatasetInput = {
  /** The identifier of the dataset in the other catalog. */
  datasetId: string;
};

/** Names another catalog. */
export type FederatedDomainInput = {
  /** The host name of the catalog, or its address without a path. */
  domainId: string;
};

/** The subject of an annotation of a field. */
export const FieldAnnotationName = {
  /** The number of decimals shown. */
  Decimals: 'decimals',
  /** The values of the field are paths in a hierarchy. */
  Hierarchical: 'hierarchical',
  /** The field identifies the record. */
  Id: 'id',
  /** The field holds several values. */
  Multivalued: 'multivalued',
  /** Records can be sorted by the field. */
  Sortable: 'sortable',
  /** The precision of the instants in the field. */
  TimeseriePrecision: 'timeserie_precision',
  /** The unit of the numbers in the field. */
  Unit: 'unit'
} as const;

export type FieldAnnotationName = typeof FieldAnnotationName[keyof typeof FieldAnnotationName];
/** The operation of a field configuration: exactly one of these. */
export type FieldConfigurationInput =
  {   /** Annotates a field. */
  annotate: AnnotateFieldInput; delete?: never; description?: never; order?: never; rename?: never; type?: never; }
  |  { annotate?: never;   /** Removes a field. */
  delete: DeleteFieldInput; description?: never; order?: never; rename?: never; type?: never; }
  |  { annotate?: never; delete?: never;   /** Describes a field. */
  description: DescribeFieldInput; order?: never; rename?: never; type?: never; }
  |  { annotate?: never; delete?: never; description?: never;   /** Sets the order of the fields. */
  order: OrderFieldsInput; rename?: never; type?: never; }
  |  { annotate?: never; delete?: never; description?: never; order?: never;   /** Renames and labels a field. */
  rename: RenameFieldInput; type?: never; }
  |  { annotate?: never; delete?: never; description?: never; order?: never; rename?: never;   /** Sets the type of a field. */
  type: TypeFieldInput; };

/** The operation of a field configuration. */
export const FieldConfigurationType = {
  /** Annotates a field, for example with its unit. */
  Annotate: 'annotate',
  /** Removes a field. */
  Delete: 'delete',
  /** Describes a field. */
  Description: 'description',
  /** Sets the order of the fields. */
  Order: 'order',
  /** Renames and labels a field. */
  Rename: 'rename',
  /** Sets the type of a field. */
  Type: 'type'
} as const;

export type FieldConfigurationType = typeof FieldConfigurationType[keyof typeof FieldConfigurationType];
/** The type of a field. */
export const FieldType = {
  /** A day: `2026-01-15`. */
  Date: 'date',
  /** An instant in UTC: `2026-01-15T14:30:00Z`. */
  Datetime: 'datetime',
  /** A number. */
  Double: 'double',
  /** A file. */
  File: 'file',
  /** A point on the earth: `{lat, lon}` in degrees (WGS 84). */
  GeoPoint_2d: 'geo_point_2d',
  /** A GeoJSON geometry (RFC 7946). */
  GeoShape: 'geo_shape',
  /** A whole number. */
  Int: 'int',
  /** A text, or several. */
  Text: 'text'
} as const;

export type FieldType = typeof FieldType[keyof typeof FieldType];
/** Who may submit a form. */
export const FormAccessType = {
  /** Every user with a key. */
  Authenticated: 'authenticated',
  /** Everyone, without a key. */
  Open: 'open',
  /** Users with `submit_private_form`. */
  Restricted: 'restricted'
} as const;

export type FormAccessType = typeof FormAccessType[keyof typeof FormAccessType];
/** The type of a block, which determines the answer that it asks for. */
export const FormBlockType = {
  /** A list of values of a dataset field. */
  AdvancedChoice: 'advanced_choice',
  /** Any JSON that a front end fills in itself; 10,000 characters at most. */
  Autofill: 'autofill',
  /** True or false. */
  Boolean: 'boolean',
  /** A list of the chosen options. */
  Choice: 'choice',
  /** An object of sub-fields that identify a person. */
  Contact: 'contact',
  /** A day or an instant. */
  DateTime: 'date_time',
  /** An image, sent as a multipart part. */
  Image: 'image',
  /** A list of words. */
  Keywords: 'keywords',
  /** Consent: true where it is required. */
  Legal: 'legal',
  /** A list of uids of datasets that are visible to the submitter. */
  LinkedDatasets: 'linked_datasets',
  /** `{lat, lon, …}`, picked on a map. */
  LocationPicker: 'location_picker',
  /** `{lat, lon, …}`, found by name. */
  LocationSearch: 'location_search',
  /** A number. */
  Number: 'number',
  /** The SIRET of an establishment in France. */
  Siret: 'siret',
  /** A text. */
  Text: 'text',
  /** An http or https address. */
  Url: 'url'
} as const;

export type FormBlockType = typeof FormBlockType[keyof typeof FormBlockType];
/** How a condition compares the value of a block. */
export const FormConditionOperator = {
  /** The value contains this text, as a part or as an item of its list. */
  Contains: 'contains',
  /** The value is equal (texts, numbers, booleans, dates; a day is the same as every instant of it). */
  Equals: 'equals',
  /** The value is larger or later (numbers, dates). */
  GreaterThan: 'greater_than',
  /** There is no value (all types). */
  IsEmpty: 'is_empty',
  /** There is a value (all types). */
  IsNotEmpty: 'is_not_empty',
  /** The value is smaller or earlier (numbers, dates). */
  LessThan: 'less_than',
  /** The value does not contain this text, as a part or as an item of its list. */
  NotContains: 'not_contains',
  /** The value differs or is missing. */
  NotEquals: 'not_equals'
} as const;

export type FormConditionOperator = typeof FormConditionOperator[keyof typeof FormConditionOperator];
/** Whether the conditions show or hide a block. */
export const FormConditionsAction = {
  /** The block is hidden when its conditions hold, otherwise shown. */
  Hide: 'hide',
  /** The block is shown when its conditions hold, otherwise hidden. */
  Show: 'show'
} as const;

export type FormConditionsAction = typeof FormConditionsAction[keyof typeof FormConditionsAction];
/** How many conditions must hold. */
export const FormConditionsMatch = {
  /** All of them. */
  And: 'and',
  /** At least one of them. */
  Or: 'or'
} as const;

export type FormConditionsMatch = typeof FormConditionsMatch[keyof typeof FormConditionsMatch];
/** A sub-field of a contact. */
export const FormContactPart = {
  /** A postal address. */
  Address: 'address',
  /** An e-mail address. */
  Email: 'email',
  /** The given name. */
  FirstName: 'first_name',
  /** The position. */
  JobTitle: 'job_title',
  /** The family name. */
  LastName: 'last_name',
  /** The employer. */
  Organization: 'organization',
  /** A phone number, stored in international format. */
  Phone: 'phone'
} as const;

export type FormContactPart = typeof FormContactPart[keyof typeof FormContactPart];
/** Who receives the rights of a ruleset: exactly one of these. */
export type GranteeInput =
  {   /** The uid of a group. */
  groupUid: string | number; username?: never; }
  |  { groupUid?: never;   /** The username of a user. */
  username: string; };

/** A header to send to a datasource. */
export type HttpHeaderInput = {
  /** The name of the header. */
  name: string;
  /** The value. A secret that is null or omitted keeps its stored value, unless the host changes. */
  value?: string | null | undefined;
};

/** A language of the names of days and months, and of labels (ISO 639-1). */
export const Language = {
  /** Arabic. */
  Ar: 'ar',
  /** Catalan. */
  Ca: 'ca',
  /** German. */
  De: 'de',
  /** English. */
  En: 'en',
  /** Spanish. */
  Es: 'es',
  /** Basque. */
  Eu: 'eu',
  /** French. */
  Fr: 'fr',
  /** Italian. */
  It: 'it',
  /** Dutch. */
  Nl: 'nl',
  /** Portuguese. */
  Pt: 'pt',
  /** Swedish. */
  Sv: 'sv'
} as const;

export type Language = typeof Language[keyof typeof Language];
/** The direction of a lineage. */
export const LineageDirection = {
  /** To the assets that an asset uses, transitively. */
  Sources: 'sources',
  /** To the assets that use an asset, transitively. */
  Uses: 'uses'
} as const;

export type LineageDirection = typeof LineageDirection[keyof typeof LineageDirection];
/** A query as text, in ODSQL (docs/contract/explore.md): the parameters of the Explore API. An empty text counts as absent. */
export type OdsqlInput = {
  /** Values of facets to leave out, as `field:value`. */
  exclude?: Array<string> | null | undefined;
  /** The facets and their options, as `name` or `facet(name="field", disjunctive=true, sort="-count")`. Default: all fields annotated as facets. */
  facet?: Array<string> | null | undefined;
  /** The keys of groups: one row for each group. */
  groupBy?: string | null | undefined;
  /** The language of names of days and months. Default: `en`. */
  lang?: Language | null | undefined;
  /** The maximum number of rows: -1 to 100, with groupBy -1 to 20000. -1 is the maximum; 0 returns only the count. */
  limit?: number;
  /** The number of rows to skip. Together with limit at most 10000, with groupBy 20000. */
  offset?: number;
  /** The order, as `field desc, …`. Default: by relevance where `where` searches for text, else in the order of publication. */
  orderBy?: string | null | undefined;
  /** Values of facets to ask for, as `field:value`. */
  refine?: Array<string> | null | undefined;
  /** The columns of a row. Default: `*`, or the keys of the groups with groupBy. */
  select?: string | null | undefined;
  /** The time zone (IANA) in which times are written and divided into days, and in which times without a zone are read. */
  timezone?: string;
  /** Conditions, all of which a row must meet. */
  where?: Array<string> | null | undefined;
};

/** The order of fields. */
export type OrderFieldsInput = {
  /** The names of the fields that come first, in order, each once. */
  order: Array<string>;
};

/** The publication of a dataset. */
export type PublishDatasetInput = {
  /** Whether the dataset may lose all its records; default false. Unless true, a publication fails when a source is empty, or when it makes no record for a dataset that has records: both usually mean that a source is broken. */
  acceptEmpty?: boolean | null | undefined;
  /** Whether to publish a result that looks wrong; default false. Unless true, a publication fails when no field of the publication before is left, and the first publication of a dataset when bytes of a file are invalid in its encoding, or when its separator leaves one column which another one would split. A scheduled publication also fails when it loses more than half of the records. */
  acceptResult?: boolean | null | undefined;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The dataset's uid. */
  uid: string | number;
};

/** The period in which calls are counted. */
export const QuotaUnit = {
  /** A day in UTC. */
  Day: 'day',
  /** An hour. */
  Hour: 'hour',
  /** A minute. */
  Minute: 'minute',
  /** A month in UTC. */
  Month: 'month',
  /** A second. */
  Second: 'second'
} as const;

export type QuotaUnit = typeof QuotaUnit[keyof typeof QuotaUnit];
/** A value of a facet. In `refine`, items must have all values given for one field, or any of them where the facet is disjunctive; in `exclude`, items must have none of the values. */
export type RefineInput = {
  /** The name of the field. */
  field: string;
  /** The value: numbers by their text; a date as `2024`, `2024/02` or `2024/02/29`; the path of a hierarchy, with everything below it. */
  value: string;
};

/** How an asset uses another asset, its source. */
export const RelationType = {
  /** The asset is federated from its source. */
  Federation: 'federation',
  /** The asset joins its source. */
  Join: 'join',
  /** The asset is made from its source. */
  Source: 'source',
  /** The asset shows its source. */
  Usage: 'usage'
} as const;

export type RelationType = typeof RelationType[keyof typeof RelationType];
/** A new name and label for a field. */
export type RenameFieldInput = {
  /** The label, 1 to 1000 characters. */
  fieldLabel: string;
  /** The current name, 1 to 250 characters. */
  fromName: string;
  /** The new name, 1 to 250 characters. It may equal the current name. */
  toName: string;
};

/** Names a file of the dataset. */
export type ResourceFileReference = {
  /** The file's uid. */
  uid: string | number;
};

/** A right that a ruleset grants on its dataset. */
export const RulesetPermission = {
  /** Change the dataset: metadata, resources, processing. */
  EditDataset: 'edit_dataset',
  /** Stored, but without effect on a dataset. */
  EditForm: 'edit_form',
  /** Stored, but without effect on a dataset. */
  EditPage: 'edit_page',
  /** See the dataset in the catalog while it is restricted. Every ruleset allows that. */
  ExploreRestrictedDataset: 'explore_restricted_dataset',
  /** Stored, but without effect on a dataset. */
  ExploreRestrictedPage: 'explore_restricted_page',
  /** Stored, but without effect on a dataset. */
  ManageConnection: 'manage_connection',
  /** Change the security of the dataset; needs `edit_dataset` too. */
  ManageDataset: 'manage_dataset',
  /** Stored, but without effect on a dataset. */
  ManagePage: 'manage_page',
  /** Stored, but without effect on a dataset. */
  ModerateForm: 'moderate_form',
  /** Publish and unpublish the dataset. */
  PublishDataset: 'publish_dataset',
  /** Stored, but without effect on a dataset. */
  SubmitPrivateForm: 'submit_private_form'
} as const;

export type RulesetPermission = typeof RulesetPermission[keyof typeof RulesetPermission];
/** The moderation status of a submission. */
export const SubmissionStatus = {
  /** The submission was accepted, or the form is not moderated. */
  Approved: 'approved',
  /** The submission waits for a moderator. */
  Pending: 'pending',
  /** A moderator rejected the submission; it does not count towards the quota. */
  Rejected: 'rejected'
} as const;

export type SubmissionStatus = typeof SubmissionStatus[keyof typeof SubmissionStatus];
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

/** The type of a field. */
export type TypeFieldInput = {
  /** The name of the field. */
  field: string;
  /** The new type. */
  typeParam: FieldType;
};

export type SearchCatalogQueryVariables = Exact<{
  query?: string | null | undefined;
  refine?: Array<RefineInput> | RefineInput | null | undefined;
  facets?: Array<FacetInput> | FacetInput | null | undefined;
  sort: CatalogSort;
  limit: number;
  offset: number;
  withFacets: boolean;
}>;


export type SearchCatalogQuery = { search: { totalCount: number, edges: Array<{ highlights: Array<{ path: string, text: string }>, node: { datasetId: string, uid: string, title: string | null, publisher: string | null, themes: Array<string>, keywords: Array<string>, modified: string | null, publishedRecordCount: number | null } }>, facets?: Array<{ name: string, values: Array<{ value: string, count: number | null }> }> } };

export type DescribeDatasetQueryVariables = Exact<{
  datasetId: string;
}>;


export type DescribeDatasetQuery = { catalog: { nodes: Array<{ datasetId: string, uid: string, title: string | null, description: string | null, publisher: string | null, license: string | null, themes: Array<string>, keywords: Array<string>, language: string | null, modified: string | null, isRestricted: boolean, hasRecords: boolean, recordCount: number | null, metadata: Readonly<Record<string, unknown>>, dataAccess: { isDataVisible: boolean }, boundingBox: { west: number, south: number, east: number, north: number } | null, exports: Array<{ format: ExportFormat, url: string }>, attachments: { totalCount: number, nodes: Array<{ uid: string, filename: string, mimetype: string | null }> }, schema: Array<{ name: string, label: string, type: FieldType, description: string | null, unit: string | null, isFacet: boolean, isMultivalued: boolean, isIdentifier: boolean }> }> } };

export type ReadRecordsQueryVariables = Exact<{
  datasetId: string;
  odsql: OdsqlInput;
}>;


export type ReadRecordsQuery = { catalog: { nodes: Array<{ rows: { totalCount: number | null, results: Array<Readonly<Record<string, unknown>>> } | null }> } };

export type AggregateRecordsQueryVariables = Exact<{
  datasetId: string;
  odsql: OdsqlInput;
}>;


export type AggregateRecordsQuery = { catalog: { nodes: Array<{ rows: { results: Array<Readonly<Record<string, unknown>>> } | null }> } };

export type TraceLineageQueryVariables = Exact<{
  assetUid: string | number;
  direction: LineageDirection;
  depth: number;
}>;


export type TraceLineageQuery = { asset: { uid: string, title: string, assetType: AssetType, lineage: { truncated: boolean, hops: Array<{ depth: number, relationType: RelationType, viaUid: string, asset: { uid: string, title: string, assetType: AssetType, dataset: { datasetId: string } | null } }> } } | null, portalSettings: { isMarketplaceEnabled: boolean } };

export type PlanChangeMutationVariables = Exact<{
  input: DatasetApplyInput;
}>;


export type PlanChangeMutation = { datasetApply: { planId: string, changes: Array<{ path: Array<string>, kind: ChangeKind, before: unknown, after: unknown }>, dataset: { revision: number } | null } };

export type ApplyChangeMutationVariables = Exact<{
  input: DatasetApplyInput;
}>;


export type ApplyChangeMutation = { datasetApply: { planId: string, changes: Array<{ path: Array<string>, kind: ChangeKind }>, dataset: { revision: number } | null } };

export type StartPublicationMutationVariables = Exact<{
  input: PublishDatasetInput;
}>;


export type StartPublicationMutation = { publishDataset: { dataset: { uid: string, revision: number, status: { status: DatasetStatus, next: DatasetStatus | null } | null } | null } };

export type FollowPublicationQueryVariables = Exact<{
  datasetUid: string | number;
}>;


export type FollowPublicationQuery = { dataset: { uid: string, datasetId: string, revision: number, status: { status: DatasetStatus, next: DatasetStatus | null, previous: DatasetStatus | null, since: string, isPublished: boolean, message: string | null, params: Readonly<Record<string, unknown>>, recordsErrors: Array<{ recordId: string, fieldUid: string | null, processorUid: string | null, message: string }> } | null } | null };

export type ConfiguredSecurityFragment = { isDataVisible: boolean, visibleFields: Array<string> | null, filterQuery: string, apiCallsQuota: { unit: QuotaUnit, limit: number } | null };

type ConfiguredField_AnnotateFieldConfiguration_Fragment = { field: string, annotation: FieldAnnotationName, args: Array<string | number>, uid: string, type: FieldConfigurationType, label: string };

type ConfiguredField_DeleteFieldConfiguration_Fragment = { field: string, uid: string, type: FieldConfigurationType, label: string };

type ConfiguredField_DescriptionFieldConfiguration_Fragment = { field: string, description: string, uid: string, type: FieldConfigurationType, label: string };

type ConfiguredField_OrderFieldConfiguration_Fragment = { order: Array<string>, uid: string, type: FieldConfigurationType, label: string };

type ConfiguredField_RenameFieldConfiguration_Fragment = { fromName: string, toName: string, fieldLabel: string, uid: string, type: FieldConfigurationType, label: string };

type ConfiguredField_TypeFieldConfiguration_Fragment = { field: string, typeParam: FieldType, uid: string, type: FieldConfigurationType, label: string };

export type ConfiguredFieldFragment =
  | ConfiguredField_AnnotateFieldConfiguration_Fragment
  | ConfiguredField_DeleteFieldConfiguration_Fragment
  | ConfiguredField_DescriptionFieldConfiguration_Fragment
  | ConfiguredField_OrderFieldConfiguration_Fragment
  | ConfiguredField_RenameFieldConfiguration_Fragment
  | ConfiguredField_TypeFieldConfiguration_Fragment
;

type ConfiguredDatasource_AmazonS3Datasource_Fragment = { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> };

type ConfiguredDatasource_AzureBlobStorageDatasource_Fragment = { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> };

type ConfiguredDatasource_FederatedDatasource_Fragment = { parameters: Readonly<Record<string, unknown>>, type: DatasourceType, domain: { domainId: string }, dataset: { datasetId: string } };

type ConfiguredDatasource_FormDatasource_Fragment = { form: string, statusToExtract: Array<SubmissionStatus>, type: DatasourceType };

type ConfiguredDatasource_FtpDatasource_Fragment = { relativeUrl: string, type: DatasourceType, connection: { uid: string } };

type ConfiguredDatasource_GoogleDriveDatasource_Fragment = { fileId: string, type: DatasourceType, connection: { uid: string } };

type ConfiguredDatasource_HttpDatasource_Fragment = { relativeUrl: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> };

type ConfiguredDatasource_SharepointDatasource_Fragment = { driveId: string, fileId: string, type: DatasourceType, connection: { uid: string } };

type ConfiguredDatasource_SnowflakeDatasource_Fragment = { query: string, previewQuery: string | null, incrementalQuery: string | null, incrementalField: string | null, type: DatasourceType, connection: { uid: string } };

type ConfiguredDatasource_UploadedFileDatasource_Fragment = { type: DatasourceType, file: { uid: string } };

export type ConfiguredDatasourceFragment =
  | ConfiguredDatasource_AmazonS3Datasource_Fragment
  | ConfiguredDatasource_AzureBlobStorageDatasource_Fragment
  | ConfiguredDatasource_FederatedDatasource_Fragment
  | ConfiguredDatasource_FormDatasource_Fragment
  | ConfiguredDatasource_FtpDatasource_Fragment
  | ConfiguredDatasource_GoogleDriveDatasource_Fragment
  | ConfiguredDatasource_HttpDatasource_Fragment
  | ConfiguredDatasource_SharepointDatasource_Fragment
  | ConfiguredDatasource_SnowflakeDatasource_Fragment
  | ConfiguredDatasource_UploadedFileDatasource_Fragment
;

export type ReadConfigurationQueryVariables = Exact<{
  datasetId: string;
}>;


export type ReadConfigurationQuery = { datasets: { nodes: Array<{ uid: string, datasetId: string, revision: number, isPublished: boolean, mayManage: boolean, metadata: Readonly<Record<string, unknown>>, isRestricted: boolean, processors: { nodes: Array<{ uid: string, type: string, label: string, params: Readonly<Record<string, unknown>> }> }, fieldConfigurations: { nodes: Array<
          | { field: string, annotation: FieldAnnotationName, args: Array<string | number>, uid: string, type: FieldConfigurationType, label: string }
          | { field: string, uid: string, type: FieldConfigurationType, label: string }
          | { field: string, description: string, uid: string, type: FieldConfigurationType, label: string }
          | { order: Array<string>, uid: string, type: FieldConfigurationType, label: string }
          | { fromName: string, toName: string, fieldLabel: string, uid: string, type: FieldConfigurationType, label: string }
          | { field: string, typeParam: FieldType, uid: string, type: FieldConfigurationType, label: string }
        > }, resources: { nodes: Array<{ uid: string, type: string, title: string, displayName: string, params: Readonly<Record<string, unknown>>, url: string | null, datasource:
            | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
            | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
            | { parameters: Readonly<Record<string, unknown>>, type: DatasourceType, domain: { domainId: string }, dataset: { datasetId: string } }
            | { form: string, statusToExtract: Array<SubmissionStatus>, type: DatasourceType }
            | { relativeUrl: string, type: DatasourceType, connection: { uid: string } }
            | { fileId: string, type: DatasourceType, connection: { uid: string } }
            | { relativeUrl: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
            | { driveId: string, fileId: string, type: DatasourceType, connection: { uid: string } }
            | { query: string, previewQuery: string | null, incrementalQuery: string | null, incrementalField: string | null, type: DatasourceType, connection: { uid: string } }
            | { type: DatasourceType, file: { uid: string } }
           | null }> }, schedules: { totalCount: number, nodes: Array<{ uid: string, cronSchedule: string }> }, defaultSecurity: { isDataVisible: boolean, visibleFields: Array<string> | null, filterQuery: string, apiCallsQuota: { unit: QuotaUnit, limit: number } | null }, userRulesets: { totalCount: number, nodes: Array<{ permissions: Array<RulesetPermission>, user: { username: string }, security: { isDataVisible: boolean, visibleFields: Array<string> | null, filterQuery: string, apiCallsQuota: { unit: QuotaUnit, limit: number } | null } }> }, groupRulesets: { totalCount: number, nodes: Array<{ permissions: Array<RulesetPermission>, group: { uid: string }, security: { isDataVisible: boolean, visibleFields: Array<string> | null, filterQuery: string, apiCallsQuota: { unit: QuotaUnit, limit: number } | null } }> } }> } | null };

export type ReadFormsQueryVariables = Exact<{
  formSlug: string | number;
  limit: number;
  offset: number;
  withForm: boolean;
  withForms: boolean;
  withConfigurations: boolean;
}>;


export type ReadFormsQuery = { forms?: { totalCount: number, nodes: Array<{ slug: string, title: string, description: string, accessType: FormAccessType }> }, formConfigurations?: { totalCount: number, nodes: Array<{ slug: string, title: string, description: string, accessType: FormAccessType, publishedVersion: number | null }> } | null, form?: { slug: string, title: string, description: string, accessType: FormAccessType, isRecaptchaEnabled: boolean, quota: { isReached: boolean }, sections: Array<{ title: string, blocks: Array<{ fieldId: string, type: FormBlockType, label: string, helpText: string, required: boolean, unique: boolean, conditionsAction: FormConditionsAction, conditionsMatch: FormConditionsMatch, conditions: Array<{ fieldId: string, operator: FormConditionOperator, value: unknown }>, text: { isLong: boolean } | null, number: { isInteger: boolean, min: number | null, max: number | null } | null, contact: { defaultCountry: string | null, subFields: Array<{ name: FormContactPart, required: boolean }> } | null, choice: { options: Array<string>, isMultiple: boolean, allowsOther: boolean } | null, advancedChoice: { datasetUid: string, field: string, isMultiple: boolean } | null, dateTime: { hasTime: boolean, min: string | null, max: string | null } | null }> }> } | null };

export type SendSubmissionMutationVariables = Exact<{
  input: SubmitFormInput;
}>;


export type SendSubmissionMutation = { submitForm: { isValid: boolean, errors: Array<{ field: string, message: string }>, submission: { uid: string } | null } };

export const ConfiguredSecurityFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConfiguredSecurity"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetSecurity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]} as unknown as DocumentNode<ConfiguredSecurityFragment, unknown>;
export const ConfiguredFieldFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConfiguredField"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RenameFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fromName"}},{"kind":"Field","name":{"kind":"Name","value":"toName"}},{"kind":"Field","name":{"kind":"Name","value":"fieldLabel"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TypeFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"typeParam"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnnotateFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"annotation"}},{"kind":"Field","name":{"kind":"Name","value":"args"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DescriptionFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OrderFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"order"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}}]}}]}}]} as unknown as DocumentNode<ConfiguredFieldFragment, unknown>;
export const ConfiguredDatasourceFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConfiguredDatasource"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UploadedFileDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FederatedDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domainId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasetId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FormDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"form"}},{"kind":"Field","name":{"kind":"Name","value":"statusToExtract"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"relativeUrl"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"relativeUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"driveId"}},{"kind":"Field","name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"}},{"kind":"Field","name":{"kind":"Name","value":"previewQuery"}},{"kind":"Field","name":{"kind":"Name","value":"incrementalQuery"}},{"kind":"Field","name":{"kind":"Name","value":"incrementalField"}}]}}]}}]} as unknown as DocumentNode<ConfiguredDatasourceFragment, unknown>;
export const SearchCatalogDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SearchCatalog"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"query"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"refine"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RefineInput"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"facets"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FacetInput"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CatalogSort"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withFacets"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"search"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"query"},"value":{"kind":"Variable","name":{"kind":"Name","value":"query"}}},{"kind":"Argument","name":{"kind":"Name","value":"refine"},"value":{"kind":"Variable","name":{"kind":"Name","value":"refine"}}},{"kind":"Argument","name":{"kind":"Name","value":"facets"},"value":{"kind":"Variable","name":{"kind":"Name","value":"facets"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"highlights"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"publisher"}},{"kind":"Field","name":{"kind":"Name","value":"themes"}},{"kind":"Field","name":{"kind":"Name","value":"keywords"}},{"kind":"Field","name":{"kind":"Name","value":"modified"}},{"kind":"Field","name":{"kind":"Name","value":"publishedRecordCount"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"facets"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withFacets"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]}}]} as unknown as DocumentNode<SearchCatalogQuery, SearchCatalogQueryVariables>;
export const DescribeDatasetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DescribeDataset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"datasetId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"datasetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"datasetId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"publisher"}},{"kind":"Field","name":{"kind":"Name","value":"license"}},{"kind":"Field","name":{"kind":"Name","value":"themes"}},{"kind":"Field","name":{"kind":"Name","value":"keywords"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"modified"}},{"kind":"Field","name":{"kind":"Name","value":"isRestricted"}},{"kind":"Field","name":{"kind":"Name","value":"dataAccess"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isDataVisible"}}]}},{"kind":"Field","name":{"kind":"Name","value":"hasRecords"}},{"kind":"Field","name":{"kind":"Name","value":"recordCount"}},{"kind":"Field","name":{"kind":"Name","value":"boundingBox"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"west"}},{"kind":"Field","name":{"kind":"Name","value":"south"}},{"kind":"Field","name":{"kind":"Name","value":"east"}},{"kind":"Field","name":{"kind":"Name","value":"north"}}]}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"exports"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"format"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"attachments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"mimetype"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"schema"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"description"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"unit"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"isFacet"}},{"kind":"Field","name":{"kind":"Name","value":"isMultivalued"}},{"kind":"Field","name":{"kind":"Name","value":"isIdentifier"}}]}}]}}]}}]}}]} as unknown as DocumentNode<DescribeDatasetQuery, DescribeDatasetQueryVariables>;
export const ReadRecordsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReadRecords"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"datasetId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"OdsqlInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"datasetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"datasetId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"odsql"},"value":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"results"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ReadRecordsQuery, ReadRecordsQueryVariables>;
export const AggregateRecordsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AggregateRecords"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"datasetId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"OdsqlInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"datasetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"datasetId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"odsql"},"value":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"}}]}}]}}]}}]}}]} as unknown as DocumentNode<AggregateRecordsQuery, AggregateRecordsQueryVariables>;
export const TraceLineageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TraceLineage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"assetUid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"direction"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LineageDirection"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"depth"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"asset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"assetUid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"assetType"}},{"kind":"Field","name":{"kind":"Name","value":"lineage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"direction"},"value":{"kind":"Variable","name":{"kind":"Name","value":"direction"}}},{"kind":"Argument","name":{"kind":"Name","value":"depth"},"value":{"kind":"Variable","name":{"kind":"Name","value":"depth"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"1000"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"hops"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"depth"}},{"kind":"Field","name":{"kind":"Name","value":"relationType"}},{"kind":"Field","name":{"kind":"Name","value":"viaUid"}},{"kind":"Field","name":{"kind":"Name","value":"asset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"assetType"}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasetId"}}]}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"portalSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isMarketplaceEnabled"}}]}}]}}]} as unknown as DocumentNode<TraceLineageQuery, TraceLineageQueryVariables>;
export const PlanChangeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PlanChange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetApplyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasetApply"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"planId"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}}]} as unknown as DocumentNode<PlanChangeMutation, PlanChangeMutationVariables>;
export const ApplyChangeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ApplyChange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetApplyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasetApply"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"planId"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}}]} as unknown as DocumentNode<ApplyChangeMutation, ApplyChangeMutationVariables>;
export const StartPublicationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StartPublication"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PublishDatasetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"publishDataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"next"}}]}}]}}]}}]}}]} as unknown as DocumentNode<StartPublicationMutation, StartPublicationMutationVariables>;
export const FollowPublicationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FollowPublication"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"datasetUid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"datasetUid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"isPublished"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"params"}},{"kind":"Field","name":{"kind":"Name","value":"recordsErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"fieldUid"}},{"kind":"Field","name":{"kind":"Name","value":"processorUid"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]}}]} as unknown as DocumentNode<FollowPublicationQuery, FollowPublicationQueryVariables>;
export const ReadConfigurationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReadConfiguration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"datasetId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"datasetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"datasetId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"isPublished"}},{"kind":"Field","name":{"kind":"Name","value":"mayManage"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"processors"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1000"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"params"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"fieldConfigurations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1000"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConfiguredField"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"resources"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1000"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"params"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"datasource"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConfiguredDatasource"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"schedules"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1000"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"cronSchedule"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"isRestricted"}},{"kind":"Field","name":{"kind":"Name","value":"defaultSecurity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConfiguredSecurity"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userRulesets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1000"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"security"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConfiguredSecurity"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"groupRulesets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1000"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"security"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConfiguredSecurity"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConfiguredField"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RenameFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fromName"}},{"kind":"Field","name":{"kind":"Name","value":"toName"}},{"kind":"Field","name":{"kind":"Name","value":"fieldLabel"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TypeFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"typeParam"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnnotateFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"annotation"}},{"kind":"Field","name":{"kind":"Name","value":"args"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DescriptionFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OrderFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"order"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConfiguredDatasource"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UploadedFileDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FederatedDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domainId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasetId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FormDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"form"}},{"kind":"Field","name":{"kind":"Name","value":"statusToExtract"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"relativeUrl"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"relativeUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"driveId"}},{"kind":"Field","name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"}},{"kind":"Field","name":{"kind":"Name","value":"previewQuery"}},{"kind":"Field","name":{"kind":"Name","value":"incrementalQuery"}},{"kind":"Field","name":{"kind":"Name","value":"incrementalField"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConfiguredSecurity"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetSecurity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]} as unknown as DocumentNode<ReadConfigurationQuery, ReadConfigurationQueryVariables>;
export const ReadFormsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReadForms"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"formSlug"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withForm"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withForms"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withConfigurations"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"forms"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withForms"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"accessType"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"formConfigurations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withConfigurations"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"accessType"}},{"kind":"Field","name":{"kind":"Name","value":"publishedVersion"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"form"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"slug"},"value":{"kind":"Variable","name":{"kind":"Name","value":"formSlug"}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withForm"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"accessType"}},{"kind":"Field","name":{"kind":"Name","value":"isRecaptchaEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"quota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isReached"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sections"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"blocks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fieldId"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"helpText"}},{"kind":"Field","name":{"kind":"Name","value":"required"}},{"kind":"Field","name":{"kind":"Name","value":"unique"}},{"kind":"Field","name":{"kind":"Name","value":"conditionsAction"}},{"kind":"Field","name":{"kind":"Name","value":"conditionsMatch"}},{"kind":"Field","name":{"kind":"Name","value":"conditions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fieldId"}},{"kind":"Field","name":{"kind":"Name","value":"operator"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"text"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isLong"}}]}},{"kind":"Field","name":{"kind":"Name","value":"number"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isInteger"}},{"kind":"Field","name":{"kind":"Name","value":"min"}},{"kind":"Field","name":{"kind":"Name","value":"max"}}]}},{"kind":"Field","name":{"kind":"Name","value":"contact"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subFields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"required"}}]}},{"kind":"Field","name":{"kind":"Name","value":"defaultCountry"}}]}},{"kind":"Field","name":{"kind":"Name","value":"choice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"options"}},{"kind":"Field","name":{"kind":"Name","value":"isMultiple"}},{"kind":"Field","name":{"kind":"Name","value":"allowsOther"}}]}},{"kind":"Field","name":{"kind":"Name","value":"advancedChoice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasetUid"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"isMultiple"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dateTime"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasTime"}},{"kind":"Field","name":{"kind":"Name","value":"min"}},{"kind":"Field","name":{"kind":"Name","value":"max"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<ReadFormsQuery, ReadFormsQueryVariables>;
export const SendSubmissionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SendSubmission"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SubmitFormInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"submitForm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isValid"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"submission"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}}]}}]} as unknown as DocumentNode<SendSubmissionMutation, SendSubmissionMutationVariables>;