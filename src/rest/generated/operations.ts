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

/** A field configuration to append to a dataset's stack. */
export type AppendFieldConfigurationInput = {
  /** The operation. */
  configuration: FieldConfigurationInput;
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** A label of at most 1000 characters; may be empty. */
  label: string;
};

/** A processor to append to a dataset's stack. */
export type AppendProcessorInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** A label of at most 1000 characters. */
  label?: string | null | undefined;
  /** The parameters by name. Parameters unknown to the type are stored unchanged. */
  params?: Readonly<Record<string, unknown>> | null | undefined;
  /** The type, one of `processorTypes`. */
  type: string;
};

/** The feedback to archive. */
export type ArchiveFeedbackInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that you read. The mutation fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The feedback's uid. */
  uid: string | number;
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

/** A file format of exports of the catalog. */
export const CatalogExportFormat = {
  /** A line for each dataset, with a header (RFC 4180). */
  Csv: 'csv',
  /** The catalog as data.json of Project Open Data 1.1. */
  DataJson: 'data_json',
  /** The datasets in the elements of Dublin Core, as RDF/XML. */
  DublinCore: 'dublin_core',
  /** One array of datasets. */
  Json: 'json',
  /** The catalog in DCAT-AP 3, as RDF/XML. */
  Rdf: 'rdf',
  /** A feed with an item for each dataset (RSS 2.0). */
  Rss: 'rss',
  /** The catalog in DCAT-AP 3, as Turtle. */
  Ttl: 'ttl',
  /** A workbook with a row for each dataset, with typed cells. */
  Xlsx: 'xlsx'
} as const;

export type CatalogExportFormat = typeof CatalogExportFormat[keyof typeof CatalogExportFormat];
/** The changed answers to a form. */
export type ChangeSubmissionInput = {
  /** All answers, which replace the previous ones: an object by the names of the blocks. To keep an existing image, send the value that you read. */
  data: unknown;
  /** The form's slug. */
  formSlug: string | number;
  /** New images, each for one block; 20 at most. */
  images?: Array<SubmittedImageInput>;
  /** The submission's uid. */
  uid: string | number;
};

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

/** The file to attach to a dataset. */
export type CreateAttachmentInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that you read. The mutation fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The file. Existing attachments with the same name stay unchanged. */
  file: unknown;
};

/** A dataset to create. */
export type CreateDatasetInput = {
  /** The readable identifier. Default: derived from the title. */
  datasetId?: string | null | undefined;
  /** Which data users without a ruleset may read. Default: all data. */
  defaultSecurity?: DatasetSecurityInput | null | undefined;
  /** Whether only users with a ruleset see the dataset. Default: false. */
  isRestricted?: boolean | null | undefined;
  /** The metadata as one map: template → field → `{value}`. May be empty. */
  metadata: Readonly<Record<string, unknown>>;
};

/** A connection to save; `type` determines which other fields are used. */
export type CreateDatasourceConnectionInput = {
  /** How the catalog authenticates. */
  auth?: ConnectionAuthInput | null | undefined;
  /** Of `snowflake_odbc`: `Server=…;Database=…;Uid=…;Pwd=…`. An omitted secret part keeps its stored value, unless the server changes. */
  connectionString?: string | null | undefined;
  /** Of `http`: the headers that are sent with every request. */
  headers?: Array<HttpHeaderInput> | null | undefined;
  /** Whether other resources may use the connection. Default: true. */
  isReusable?: boolean | null | undefined;
  /** The kind of datasource that the connection reaches. */
  type: DatasourceConnectionType;
  /** Of `http` and `ftp`: the address, without user name and password; for `ftp` the scheme ftp, ftps or sftp determines the protocol. */
  url?: string | null | undefined;
};

/** A ruleset for a group without one on the dataset. */
export type CreateGroupRulesetInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The group. */
  group: RelatedGroupInput;
  /** Rights on the dataset, each once. Default: null, for none. */
  permissions?: Array<RulesetPermission> | null | undefined;
  /** The visible data, replaced as a whole. Default: null, for all data. */
  security?: DatasetSecurityInput | null | undefined;
};

/** A resource to create. */
export type CreateResourceInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The datasource from which the resource is read. */
  datasource?: DatasourceInput | null | undefined;
  /** The revision that you read. The mutation fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The parameters of the extractor; an omitted parameter takes its default. */
  params?: Readonly<Record<string, unknown>> | null | undefined;
  /** The title; not empty. */
  title: string;
  /** The type of an extractor. */
  type: string;
  /** The URL from which the resource is read; only for a resource without a datasource. */
  url?: string | null | undefined;
};

/** A new schedule. */
export type CreateScheduleInput = {
  /** The times in UTC, as five fields of cron: minute, hour, day of the month, month, day of the week. */
  cronSchedule: string;
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that you read. The mutation fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
};

/** A ruleset for a user without one on the dataset. */
export type CreateUserRulesetInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** Rights on the dataset, each once. Default: null, for none. */
  permissions?: Array<RulesetPermission> | null | undefined;
  /** The visible data, replaced as a whole. Default: null, for all data. */
  security?: DatasetSecurityInput | null | undefined;
  /** The user. */
  user: RelatedUserInput;
};

/** The dataset to act on. */
export type DatasetActionInput = {
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The dataset's uid. */
  uid: string | number;
};

/** A section of a dataset that a change affects. */
export const DatasetSection = {
  /** The attachments. */
  Attachments: 'attachments',
  /** The identifier, whether the dataset accepts feedback, and changes of its records: publication, realtime, caches. */
  Data: 'data',
  /** The field configurations. */
  Fields: 'fields',
  /** The draft metadata, and its publication. */
  Metadata: 'metadata',
  /** The stack of processors. */
  Processors: 'processors',
  /** The resources and their files. */
  Resources: 'resources',
  /** The schedules. */
  Schedules: 'schedules',
  /** The security: who sees the dataset, and which of its data. */
  Security: 'security'
} as const;

export type DatasetSection = typeof DatasetSection[keyof typeof DatasetSection];
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
/** The kind of datasource that a connection reaches. */
export const DatasourceConnectionType = {
  /** Buckets of Amazon S3, or of a service with the same protocol. */
  AmazonS3: 'amazon_s3',
  /** Containers of Azure Blob Storage. */
  AzureBlobStorage: 'azure_blob_storage',
  /** A server of FTP, FTPS or SFTP, by the scheme of its address. */
  Ftp: 'ftp',
  /** Google Drive. */
  GoogleDrive: 'google_drive',
  /** A web server. */
  Http: 'http',
  /** SharePoint, through Microsoft Graph. */
  Sharepoint: 'sharepoint',
  /** A cloud warehouse. */
  SnowflakeOdbc: 'snowflake_odbc'
} as const;

export type DatasourceConnectionType = typeof DatasourceConnectionType[keyof typeof DatasourceConnectionType];
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
/** The attachment to delete. */
export type DeleteAttachmentInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that you read. The mutation fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The attachment's uid. */
  uid: string | number;
};

/** A field to remove from a dataset's metadata. */
export type DeleteDatasetMetadataFieldInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The field's name. */
  field: string;
  /** The template's name. */
  template: string;
};

/** A connection to delete. */
export type DeleteDatasourceConnectionInput = {
  /** The connection's uid. */
  uid: string | number;
};

/** A field configuration to remove from a dataset's stack. */
export type DeleteFieldConfigurationInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The configuration's uid. */
  uid: string | number;
};

/** A field to remove. */
export type DeleteFieldInput = {
  /** The name of the field. */
  field: string;
};

/** A group's ruleset to delete. */
export type DeleteGroupRulesetInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The uid of the group. */
  groupUid: string | number;
};

/** A processor to remove from a dataset's stack. */
export type DeleteProcessorInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The processor's uid. */
  uid: string | number;
};

/** The schedule to delete. */
export type DeleteScheduleInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that you read. The mutation fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The schedule's uid. */
  uid: string | number;
};

/** A user's ruleset to delete. */
export type DeleteUserRulesetInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The name of the user. */
  username: string;
};

/** A description of a field. */
export type DescribeFieldInput = {
  /** The description, at most 10,000 characters; may be empty. */
  description: string;
  /** The name of the field. */
  field: string;
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
/** How an export is written. Options of other formats are ignored. */
export type ExportOptionsInput = {
  /** For CSV: the separator of values, `;`, `,`, a tab or `|`. */
  delimiter?: string;
  /** For GPX: the columns whose values the descriptions of waypoints and tracks contain, at most 100. */
  descriptionFieldList?: Array<string>;
  /** For GeoJSON, Shapefile and FlatGeobuf: the EPSG code of the coordinate reference system of the geometries: `2154` or `EPSG:2154`. */
  epsg?: string;
  /** For CSV: whether texts that a spreadsheet would take for a formula, such as `=1+1`, begin with an apostrophe. Programs then read another text than the record's. */
  escapeFormulas?: boolean;
  /** For the catalog in DCAT-AP, data.json and Dublin Core: the formats of record exports that are listed as distributions of a dataset. Default: all. */
  includeExports?: Array<string> | null | undefined;
  /** For CSV and XLSX: the text between the items of a list, at most 10 characters. */
  listSeparator?: string;
  /** For GPX: the column whose values name waypoints and tracks. */
  nameField?: string | null | undefined;
  /** For Parquet: how pages are compressed, `snappy` or `zstd`. */
  parquetCompression?: string;
  /** For CSV: whether every text is quoted. */
  quoteAll?: boolean;
  /** For GPX: whether all values are in `<extensions>`. Otherwise all values are in `<desc>`, unless `descriptionFieldList` names its columns. */
  useExtension?: boolean;
  /** Whether headers show labels instead of names. */
  useLabels?: boolean;
  /** Whether those distributions show labels in their headers. */
  useLabelsInExports?: boolean;
  /** For CSV: whether the file starts with a byte order mark. */
  withBom?: boolean;
};

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

/** The order of a list of feedback. */
export const FeedbackSort = {
  /** The oldest first. */
  CreatedAt: 'created_at',
  /** The newest first. */
  CreatedAtDesc: 'created_at_desc'
} as const;

export type FeedbackSort = typeof FeedbackSort[keyof typeof FeedbackSort];
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
/** A source with a known extractor, whose parameters to guess. */
export type GuessExtractorParamsInput = {
  /** The uid of the dataset that the resource will belong to. */
  datasetUid: string | number;
  /** Where the bytes are. */
  datasource: DatasourceInput;
  /** The type of the extractor. */
  type: string;
};

/** A source whose format to guess. */
export type GuessExtractorsInput = {
  /** The uid of the dataset that the resource will belong to. */
  datasetUid: string | number;
  /** Where the bytes are. */
  datasource: DatasourceInput;
};

/** A header to send to a datasource. */
export type HttpHeaderInput = {
  /** The name of the header. */
  name: string;
  /** The value. A secret that is null or omitted keeps its stored value, unless the host changes. */
  value?: string | null | undefined;
};

/** How users sign in. */
export const IdentityProviderType = {
  /** By a national identity federation. */
  Govsso: 'GOVSSO',
  /** By OpenID Connect. */
  Oidc: 'OIDC',
  /** By SAML 2.0. */
  Saml: 'SAML'
} as const;

export type IdentityProviderType = typeof IdentityProviderType[keyof typeof IdentityProviderType];
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
/** The type of the value of a metadata field. */
export const MetadataFieldType = {
  /** True or false. */
  Boolean: 'boolean',
  /** A date. */
  Date: 'date',
  /** An instant. */
  Datetime: 'datetime',
  /** A number. */
  Double: 'double',
  /** One of the choices. */
  Enum: 'enum',
  /** Several of the choices. */
  Enumlist: 'enumlist',
  /** An area by its identifier. */
  GeoArea: 'geo_area',
  /** A shape, as GeoJSON. */
  GeoShape: 'geo_shape',
  /** A text as HTML. */
  Html: 'html',
  /** A whole number. */
  Int: 'int',
  /** A list of values. */
  List: 'list',
  /** A long text. */
  Longstring: 'longstring',
  /** Several texts, or texts by name. */
  Multitext: 'multitext',
  /** A line of text. */
  Text: 'text',
  /** One of the choices, which are URIs. */
  UriEnum: 'uri_enum',
  /** Several of the choices, which are URIs. */
  UriEnumlist: 'uri_enumlist'
} as const;

export type MetadataFieldType = typeof MetadataFieldType[keyof typeof MetadataFieldType];
/** The purpose of a template. */
export const MetadataTemplateKind = {
  /** Notes of administrators. */
  Admin: 'admin',
  /** Describes every dataset. */
  Basic: 'basic',
  /** Additional fields of a portal. */
  Extra: 'extra',
  /** Exchange with other catalogs. */
  Interop: 'interop'
} as const;

export type MetadataTemplateKind = typeof MetadataTemplateKind[keyof typeof MetadataTemplateKind];
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

/** The type of the value of a parameter. */
export const ParameterKind = {
  /** True or false. */
  Boolean: 'boolean',
  /** A number. */
  Double: 'double',
  /** The name of a field of the records. */
  Field: 'field',
  /** Names of fields, as a list or as a comma-separated text. */
  Fields: 'fields',
  /** A whole number. */
  Int: 'int',
  /** A text. */
  Text: 'text'
} as const;

export type ParameterKind = typeof ParameterKind[keyof typeof ParameterKind];
/** An unsaved resource. */
export type PreviewResourceInput = {
  /** The uid of the dataset that the resource will belong to. */
  datasetUid: string | number;
  /** Where the bytes are. */
  datasource: DatasourceInput;
  /** The parameters of the extractor; missing ones take their defaults. */
  params?: Readonly<Record<string, unknown>> | null | undefined;
  /** The type of the extractor. */
  type: string;
  /** A condition in ODSQL on the records as publishing would store them. The preview tests up to 10,000 records and shows the first that match. Default: all records match. */
  where?: string | null | undefined;
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

/** Records for a realtime resource. */
export type PushRecordsInput = {
  /** The dataset's identifier. */
  datasetId: string | number;
  /** The resource's push key, which is part of its push URL. */
  pushKey: string;
  /** The records, in order. */
  records: Array<Readonly<Record<string, unknown>>>;
  /** The resource's uid. */
  resourceUid: string | number;
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
/** A group, by uid. */
export type RelatedGroupInput = {
  /** The slug that identifies the group. */
  uid: string | number;
};

/** A user, by username. */
export type RelatedUserInput = {
  /** The name that identifies the user. */
  username: string;
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

/** How important a value is. A missing value is never an error. */
export const RequirementLevel = {
  /** The value is needed for exchange with other catalogs. */
  Mandatory: 'mandatory',
  /** The value is optional. */
  Optional: 'optional',
  /** The value is recommended. */
  Recommended: 'recommended'
} as const;

export type RequirementLevel = typeof RequirementLevel[keyof typeof RequirementLevel];
/** A resource of a dataset, for an action. */
export type ResourceActionInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that you read. The mutation fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The resource's uid. */
  uid: string | number;
};

/** Names a file of the dataset. */
export type ResourceFileReference = {
  /** The file's uid. */
  uid: string | number;
};

/** A version of a dataset to restore. */
export type RestoreVersionInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The version's uid. */
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

/** A change of a dataset's own properties. Omitted fields are kept. */
export type UpdateDatasetInput = {
  /** A new readable identifier; only while the dataset is not published. */
  datasetId?: string | null | undefined;
  /** Which data users without a ruleset may read. */
  defaultSecurity?: DatasetSecurityInput | null | undefined;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** Whether the dataset accepts feedback. `portalSettings` must allow it too. */
  isFeedbackEnabled?: boolean | null | undefined;
  /** Whether only users with a ruleset see the dataset. */
  isRestricted?: boolean | null | undefined;
  /** The dataset's uid. */
  uid: string | number;
};

/** A value for one field of a dataset's metadata. */
export type UpdateDatasetMetadataFieldInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The field's name. */
  field: string;
  /** Whether the value overrides that of the linked remote dataset. Without effect on a dataset that is not linked. */
  overrideRemoteValue?: boolean | null | undefined;
  /** The template's name. */
  template: string;
  /** The value, of the field's type. Required, but may be null. */
  value?: unknown;
};

/** All metadata of a dataset, replacing the current ones. */
export type UpdateDatasetMetadataInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The metadata as one map: template → field → `{value}`. Omitted entries are removed. */
  metadata: Readonly<Record<string, unknown>>;
};

/** One template of a dataset's metadata, replacing its current fields. */
export type UpdateDatasetMetadataTemplateInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The fields: field → `{value}`. Omitted fields are removed. */
  fields: Readonly<Record<string, unknown>>;
  /** The template's name. */
  template: string;
};

/** A change of a saved connection: an omitted field keeps its value, null clears it; an omitted secret is kept. */
export type UpdateDatasourceConnectionInput = {
  /** How the catalog authenticates. */
  auth?: ConnectionAuthInput | null | undefined;
  /** Of `snowflake_odbc`: `Server=…;Database=…;Uid=…;Pwd=…`. An omitted secret part keeps its stored value, unless the server changes. */
  connectionString?: string | null | undefined;
  /** Of `http`: the headers that are sent with every request. */
  headers?: Array<HttpHeaderInput> | null | undefined;
  /** Whether other resources may use the connection; null means true. */
  isReusable?: boolean | null | undefined;
  /** The current kind; it cannot change. */
  type?: DatasourceConnectionType | null | undefined;
  /** The connection's uid. */
  uid: string | number;
  /** Of `http` and `ftp`: the address, without user name and password; for `ftp` the scheme ftp, ftps or sftp determines the protocol. */
  url?: string | null | undefined;
};

/** A change of a field configuration in place. Omitted fields are kept. */
export type UpdateFieldConfigurationInput = {
  /** The new operation, which may be of another type; cannot be null. */
  configuration?: FieldConfigurationInput | null | undefined;
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** A new label; cannot be null. */
  label?: string | null | undefined;
  /** The configuration's uid. */
  uid: string | number;
};

/** A change of a group's ruleset. Omitted fields are kept. */
export type UpdateGroupRulesetInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The same group, accepted from clients that send back what they read. The group of a ruleset cannot change. */
  group?: RelatedGroupInput | null | undefined;
  /** The uid of the group. */
  groupUid: string | number;
  /** Rights on the dataset, each once. Default: null, for none. */
  permissions?: Array<RulesetPermission> | null | undefined;
  /** The visible data, replaced as a whole. Default: null, for all data. */
  security?: DatasetSecurityInput | null | undefined;
};

/** A change of a processor in place. Omitted fields are kept. */
export type UpdateProcessorInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** A new label of at most 1000 characters; null for none. */
  label?: string | null | undefined;
  /** All parameters, replacing the stored ones; null for none. */
  params?: Readonly<Record<string, unknown>> | null | undefined;
  /** A new type; the parameters must fit that type. */
  type?: string | null | undefined;
  /** The processor's uid. */
  uid: string | number;
};

/** A change of a resource: an omitted field keeps its value, null clears it. */
export type UpdateResourceInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The whole datasource; an omitted secret is kept. */
  datasource?: DatasourceInput | null | undefined;
  /** The revision that you read. The mutation fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** All parameters of the extractor; null restores the defaults. */
  params?: Readonly<Record<string, unknown>> | null | undefined;
  /** The title; cannot be cleared. */
  title?: string | null | undefined;
  /** The type of an extractor; cannot be cleared. */
  type?: string | null | undefined;
  /** The resource's uid. */
  uid: string | number;
  /** The URL from which the resource is read. */
  url?: string | null | undefined;
};

/** A change of a schedule; missing fields are kept. */
export type UpdateScheduleInput = {
  /** The new times; null is not allowed. */
  cronSchedule?: string | null | undefined;
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that you read. The mutation fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The schedule's uid. */
  uid: string | number;
};

/** A change of a user's ruleset. Omitted fields are kept. */
export type UpdateUserRulesetInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** Rights on the dataset, each once. Default: null, for none. */
  permissions?: Array<RulesetPermission> | null | undefined;
  /** The visible data, replaced as a whole. Default: null, for all data. */
  security?: DatasetSecurityInput | null | undefined;
  /** The same user, accepted from clients that send back what they read. The user of a ruleset cannot change. */
  user?: RelatedUserInput | null | undefined;
  /** The name of the user. */
  username: string;
};

/** A file for the resources of a dataset. */
export type UploadResourceFileInput = {
  /** The dataset's uid. */
  datasetUid: string | number;
  /** The revision that you read. The mutation fails with REVISION_MISMATCH when the object has another revision. */
  expectedRevision?: number | null | undefined;
  /** The file. It replaces an existing file with the same name. */
  file: unknown;
};

export type AttachmentBodyFragment = { uid: string, filename: string, mimetype: string | null, created_at: string };

export type ListDatasetAttachmentsQueryVariables = Exact<{
  dataset_uid: string | number;
  limit: number;
  offset: number;
}>;


export type ListDatasetAttachmentsQuery = { dataset: { revision: number, attachments: { totalCount: number, nodes: Array<{ uid: string, filename: string, mimetype: string | null, created_at: string }> } } | null };

export type CreateDatasetAttachmentMutationVariables = Exact<{
  input: CreateAttachmentInput;
}>;


export type CreateDatasetAttachmentMutation = { createAttachment: { attachment: { uid: string, filename: string, mimetype: string | null, created_at: string } | null, dataset: { revision: number } | null } };

export type RetrieveDatasetAttachmentQueryVariables = Exact<{
  dataset_uid: string | number;
  attachment_uid: string | number;
}>;


export type RetrieveDatasetAttachmentQuery = { dataset: { revision: number, attachment: { uid: string, filename: string, mimetype: string | null, created_at: string } | null } | null };

export type DeleteDatasetAttachmentMutationVariables = Exact<{
  input: DeleteAttachmentInput;
}>;


export type DeleteDatasetAttachmentMutation = { deleteAttachment: { dataset: { revision: number } | null } };

export type DownloadDatasetAttachmentQueryVariables = Exact<{
  dataset_uid: string | number;
  attachment_uid: string | number;
}>;


export type DownloadDatasetAttachmentQuery = { dataset: { attachment: { filename: string, mimetype: string | null, bytes: number, sha256: string } | null } | null };

export type DownloadCatalogAttachmentQueryVariables = Exact<{
  dataset_uid: string | number;
  attachment_uid: string | number;
}>;


export type DownloadCatalogAttachmentQuery = { catalogDataset: { attachment: { filename: string, mimetype: string | null, bytes: number, sha256: string } | null } | null };

export type RetrieveCatalogPageQueryVariables = Exact<{
  dataset_uid: string | number;
}>;


export type RetrieveCatalogPageQuery = { catalogDataset: { uid: string, datasetId: string, title: string | null, description: string | null, keywords: Array<string>, publisher: string | null, license: string | null, language: string | null, published: string | null, modified: string | null, hasRecords: boolean, boundingBox: { west: number, south: number, east: number, north: number } | null, dataAccess: { isDataVisible: boolean }, schema: Array<{ name: string, label: string, description: string | null, type: FieldType }>, exports: Array<{ format: ExportFormat, mediaType: string, filename: string, url: string }>, attachments: { nodes: Array<{ uid: string, filename: string, mimetype: string | null, bytes: number, sha256: string, downloadPath: string }> } } | null };

export type CountCatalogPagesQueryVariables = Exact<{ [key: string]: never; }>;


export type CountCatalogPagesQuery = { catalog: { totalCount: number } };

export type ListCatalogPagesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  offset: number;
}>;


export type ListCatalogPagesQuery = { catalog: { nodes: Array<{ uid: string, modified: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

type AuthBody_AwsSignatureV4_Fragment = { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null };

type AuthBody_BasicAuth_Fragment = { username: string, password: string | null, type: ConnectionAuthType };

type AuthBody_IamRole_Fragment = { type: ConnectionAuthType };

type AuthBody_OAuth2_Fragment = { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null };

type AuthBody_Oidc_Fragment = { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null };

type AuthBody_SharedKey_Fragment = { type: ConnectionAuthType, account_name: string, shared_key: string | null };

export type AuthBodyFragment =
  | AuthBody_AwsSignatureV4_Fragment
  | AuthBody_BasicAuth_Fragment
  | AuthBody_IamRole_Fragment
  | AuthBody_OAuth2_Fragment
  | AuthBody_Oidc_Fragment
  | AuthBody_SharedKey_Fragment
;

type ConnectionBody_AmazonS3ConnectionSettings_Fragment = { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
    | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
    | { username: string, password: string | null, type: ConnectionAuthType }
    | { type: ConnectionAuthType }
    | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
    | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
    | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
   | null };

type ConnectionBody_AzureBlobStorageConnectionSettings_Fragment = { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
    | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
    | { username: string, password: string | null, type: ConnectionAuthType }
    | { type: ConnectionAuthType }
    | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
    | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
    | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
   | null };

type ConnectionBody_FtpConnectionSettings_Fragment = { uid: string, type: DatasourceConnectionType, url: string, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
    | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
    | { username: string, password: string | null, type: ConnectionAuthType }
    | { type: ConnectionAuthType }
    | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
    | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
    | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
   | null };

type ConnectionBody_GoogleDriveConnectionSettings_Fragment = { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
    | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
    | { username: string, password: string | null, type: ConnectionAuthType }
    | { type: ConnectionAuthType }
    | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
    | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
    | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
   | null };

type ConnectionBody_HttpConnectionSettings_Fragment = { uid: string, type: DatasourceConnectionType, url: string, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, headers: Array<{ name: string, value: string | null }>, auth:
    | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
    | { username: string, password: string | null, type: ConnectionAuthType }
    | { type: ConnectionAuthType }
    | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
    | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
    | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
   | null };

type ConnectionBody_SharepointConnectionSettings_Fragment = { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
    | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
    | { username: string, password: string | null, type: ConnectionAuthType }
    | { type: ConnectionAuthType }
    | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
    | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
    | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
   | null };

type ConnectionBody_SnowflakeConnectionSettings_Fragment = { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, connection_string: string };

export type ConnectionBodyFragment =
  | ConnectionBody_AmazonS3ConnectionSettings_Fragment
  | ConnectionBody_AzureBlobStorageConnectionSettings_Fragment
  | ConnectionBody_FtpConnectionSettings_Fragment
  | ConnectionBody_GoogleDriveConnectionSettings_Fragment
  | ConnectionBody_HttpConnectionSettings_Fragment
  | ConnectionBody_SharepointConnectionSettings_Fragment
  | ConnectionBody_SnowflakeConnectionSettings_Fragment
;

export type ListConnectionsQueryVariables = Exact<{
  limit: number;
  offset: number;
}>;


export type ListConnectionsQuery = { datasourceConnections: { totalCount: number, nodes: Array<
      | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, url: string, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, url: string, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, headers: Array<{ name: string, value: string | null }>, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, connection_string: string }
    > } | null };

export type RetrieveConnectionQueryVariables = Exact<{
  connection_uid: string | number;
}>;


export type RetrieveConnectionQuery = { datasourceConnection:
    | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
        | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
        | { username: string, password: string | null, type: ConnectionAuthType }
        | { type: ConnectionAuthType }
        | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
        | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
        | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
       | null }
    | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
        | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
        | { username: string, password: string | null, type: ConnectionAuthType }
        | { type: ConnectionAuthType }
        | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
        | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
        | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
       | null }
    | { uid: string, type: DatasourceConnectionType, url: string, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
        | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
        | { username: string, password: string | null, type: ConnectionAuthType }
        | { type: ConnectionAuthType }
        | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
        | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
        | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
       | null }
    | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
        | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
        | { username: string, password: string | null, type: ConnectionAuthType }
        | { type: ConnectionAuthType }
        | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
        | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
        | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
       | null }
    | { uid: string, type: DatasourceConnectionType, url: string, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, headers: Array<{ name: string, value: string | null }>, auth:
        | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
        | { username: string, password: string | null, type: ConnectionAuthType }
        | { type: ConnectionAuthType }
        | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
        | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
        | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
       | null }
    | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
        | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
        | { username: string, password: string | null, type: ConnectionAuthType }
        | { type: ConnectionAuthType }
        | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
        | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
        | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
       | null }
    | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, connection_string: string }
   | null };

export type CreateConnectionMutationVariables = Exact<{
  input: CreateDatasourceConnectionInput;
}>;


export type CreateConnectionMutation = { createDatasourceConnection: { connection:
      | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, url: string, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, url: string, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, headers: Array<{ name: string, value: string | null }>, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, connection_string: string }
     | null } };

export type UpdateConnectionMutationVariables = Exact<{
  input: UpdateDatasourceConnectionInput;
}>;


export type UpdateConnectionMutation = { updateDatasourceConnection: { connection:
      | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, url: string, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, url: string, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, headers: Array<{ name: string, value: string | null }>, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
          | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
          | { username: string, password: string | null, type: ConnectionAuthType }
          | { type: ConnectionAuthType }
          | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
          | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
          | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
         | null }
      | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, connection_string: string }
     | null } };

export type DeleteConnectionMutationVariables = Exact<{
  input: DeleteDatasourceConnectionInput;
}>;


export type DeleteConnectionMutation = { deleteDatasourceConnection: { uid: string } };

export type DatasetBodyFragment = { uid: string, metadata: Readonly<Record<string, unknown>>, dataset_id: string, created_at: string, updated_at: string, is_published: boolean, is_restricted: boolean, created_by: { username: string } | null, updated_by: { username: string } | null, default_security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null } };

export type ListDatasetsQueryVariables = Exact<{
  limit: number;
  offset: number;
  dataset_id?: string | null | undefined;
}>;


export type ListDatasetsQuery = { datasets: { totalCount: number, nodes: Array<{ uid: string, metadata: Readonly<Record<string, unknown>>, dataset_id: string, created_at: string, updated_at: string, is_published: boolean, is_restricted: boolean, created_by: { username: string } | null, updated_by: { username: string } | null, default_security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null } }> } | null };

export type RetrieveDatasetQueryVariables = Exact<{
  dataset_uid: string | number;
}>;


export type RetrieveDatasetQuery = { dataset: { revision: number, uid: string, metadata: Readonly<Record<string, unknown>>, dataset_id: string, created_at: string, updated_at: string, is_published: boolean, is_restricted: boolean, created_by: { username: string } | null, updated_by: { username: string } | null, default_security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null } } | null };

export type CreateDatasetMutationVariables = Exact<{
  input: CreateDatasetInput;
}>;


export type CreateDatasetMutation = { createDataset: { dataset: { revision: number, uid: string, metadata: Readonly<Record<string, unknown>>, dataset_id: string, created_at: string, updated_at: string, is_published: boolean, is_restricted: boolean, created_by: { username: string } | null, updated_by: { username: string } | null, default_security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null } } | null } };

export type CopyDatasetMutationVariables = Exact<{
  input: DatasetActionInput;
}>;


export type CopyDatasetMutation = { copyDataset: { dataset: { revision: number, uid: string, metadata: Readonly<Record<string, unknown>>, dataset_id: string, created_at: string, updated_at: string, is_published: boolean, is_restricted: boolean, created_by: { username: string } | null, updated_by: { username: string } | null, default_security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null } } | null } };

export type UpdateDatasetMutationVariables = Exact<{
  input: UpdateDatasetInput;
}>;


export type UpdateDatasetMutation = { updateDataset: { dataset: { revision: number, uid: string, metadata: Readonly<Record<string, unknown>>, dataset_id: string, created_at: string, updated_at: string, is_published: boolean, is_restricted: boolean, created_by: { username: string } | null, updated_by: { username: string } | null, default_security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null } } | null } };

export type RestoreVersionMutationVariables = Exact<{
  input: RestoreVersionInput;
}>;


export type RestoreVersionMutation = { restoreVersion: { dataset: { revision: number, uid: string, metadata: Readonly<Record<string, unknown>>, dataset_id: string, created_at: string, updated_at: string, is_published: boolean, is_restricted: boolean, created_by: { username: string } | null, updated_by: { username: string } | null, default_security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null } } | null } };

export type DeleteDatasetMutationVariables = Exact<{
  input: DatasetActionInput;
}>;


export type DeleteDatasetMutation = { deleteDataset: { uid: string } };

export type DatasetRightsQueryVariables = Exact<{
  dataset_uid: string | number;
}>;


export type DatasetRightsQuery = { dataset: { revision: number, mayEdit: boolean, mayPublish: boolean, mayManage: boolean } | null };

type DatasourceBody_AmazonS3Datasource_Fragment = { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> };

type DatasourceBody_AzureBlobStorageDatasource_Fragment = { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> };

type DatasourceBody_FederatedDatasource_Fragment = { parameters: Readonly<Record<string, unknown>>, type: DatasourceType, domain: { domain_id: string }, dataset: { dataset_id: string }, permissions_user: { username: string } };

type DatasourceBody_FormDatasource_Fragment = { form: string, type: DatasourceType, status_to_extract: Array<SubmissionStatus> };

type DatasourceBody_FtpDatasource_Fragment = { type: DatasourceType, relative_url: string, connection: { uid: string } };

type DatasourceBody_GoogleDriveDatasource_Fragment = { type: DatasourceType, file_id: string, connection: { uid: string } };

type DatasourceBody_HttpDatasource_Fragment = { type: DatasourceType, relative_url: string, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> };

type DatasourceBody_SharepointDatasource_Fragment = { type: DatasourceType, drive_id: string, file_id: string, connection: { uid: string } };

type DatasourceBody_SnowflakeDatasource_Fragment = { query: string, type: DatasourceType, preview_query: string | null, incremental_query: string | null, incremental_field: string | null, connection: { uid: string } };

type DatasourceBody_UploadedFileDatasource_Fragment = { type: DatasourceType, file: { uid: string } };

export type DatasourceBodyFragment =
  | DatasourceBody_AmazonS3Datasource_Fragment
  | DatasourceBody_AzureBlobStorageDatasource_Fragment
  | DatasourceBody_FederatedDatasource_Fragment
  | DatasourceBody_FormDatasource_Fragment
  | DatasourceBody_FtpDatasource_Fragment
  | DatasourceBody_GoogleDriveDatasource_Fragment
  | DatasourceBody_HttpDatasource_Fragment
  | DatasourceBody_SharepointDatasource_Fragment
  | DatasourceBody_SnowflakeDatasource_Fragment
  | DatasourceBody_UploadedFileDatasource_Fragment
;

type ConnectionSettingsBody_AmazonS3ConnectionSettings_Fragment = { auth:
    | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
    | { username: string, password: string | null, type: ConnectionAuthType }
    | { type: ConnectionAuthType }
    | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
    | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
    | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
   | null };

type ConnectionSettingsBody_AzureBlobStorageConnectionSettings_Fragment = { auth:
    | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
    | { username: string, password: string | null, type: ConnectionAuthType }
    | { type: ConnectionAuthType }
    | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
    | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
    | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
   | null };

type ConnectionSettingsBody_FtpConnectionSettings_Fragment = { url: string, auth:
    | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
    | { username: string, password: string | null, type: ConnectionAuthType }
    | { type: ConnectionAuthType }
    | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
    | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
    | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
   | null };

type ConnectionSettingsBody_GoogleDriveConnectionSettings_Fragment = { auth:
    | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
    | { username: string, password: string | null, type: ConnectionAuthType }
    | { type: ConnectionAuthType }
    | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
    | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
    | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
   | null };

type ConnectionSettingsBody_HttpConnectionSettings_Fragment = { url: string, headers: Array<{ name: string, value: string | null }>, auth:
    | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
    | { username: string, password: string | null, type: ConnectionAuthType }
    | { type: ConnectionAuthType }
    | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
    | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
    | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
   | null };

type ConnectionSettingsBody_SharepointConnectionSettings_Fragment = { auth:
    | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
    | { username: string, password: string | null, type: ConnectionAuthType }
    | { type: ConnectionAuthType }
    | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
    | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
    | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
   | null };

type ConnectionSettingsBody_SnowflakeConnectionSettings_Fragment = { connection_string: string };

export type ConnectionSettingsBodyFragment =
  | ConnectionSettingsBody_AmazonS3ConnectionSettings_Fragment
  | ConnectionSettingsBody_AzureBlobStorageConnectionSettings_Fragment
  | ConnectionSettingsBody_FtpConnectionSettings_Fragment
  | ConnectionSettingsBody_GoogleDriveConnectionSettings_Fragment
  | ConnectionSettingsBody_HttpConnectionSettings_Fragment
  | ConnectionSettingsBody_SharepointConnectionSettings_Fragment
  | ConnectionSettingsBody_SnowflakeConnectionSettings_Fragment
;

export type ExploreFacetsFragment = { name: string, facets: Array<Readonly<Record<string, unknown>>> };

export type RetrieveExploreRootQueryVariables = Exact<{ [key: string]: never; }>;


export type RetrieveExploreRootQuery = { portalSettings: { isMarketplaceEnabled: boolean } };

export type RetrieveExploreCatalogQueryVariables = Exact<{ [key: string]: never; }>;


export type RetrieveExploreCatalogQuery = { portalSettings: { isMarketplaceEnabled: boolean } };

export type ListExploreDatasetsQueryVariables = Exact<{
  odsql: OdsqlInput;
  isSelected: boolean;
  withExtras: boolean;
  withLinks: boolean;
}>;


export type ListExploreDatasetsQuery = { catalogRows: { totalCount: number | null, results?: Array<Readonly<Record<string, unknown>>>, datasets?: Array<{ exploreValues: Readonly<Record<string, unknown>> | null }> | null } };

export type RetrieveExploreDatasetQueryVariables = Exact<{
  dataset_id: string;
  odsql: OdsqlInput;
  isSelected: boolean;
  withExtras: boolean;
  withLinks: boolean;
}>;


export type RetrieveExploreDatasetQuery = { catalogDataset?: { uid: string, exploreValues: Readonly<Record<string, unknown>> | null } | null, catalogRows?: { results: Array<Readonly<Record<string, unknown>>> } };

export type ListExploreCatalogFacetsQueryVariables = Exact<{
  odsql: OdsqlInput;
}>;


export type ListExploreCatalogFacetsQuery = { catalogRows: { facets: Array<{ name: string, facets: Array<Readonly<Record<string, unknown>>> }> } };

export type CountExploreCallQueryVariables = Exact<{
  dataset_id: string;
}>;


export type CountExploreCallQuery = { catalog: { nodes: Array<{ quotaUsage: { remaining: number } | null }> } };

export type ListExploreRecordsQueryVariables = Exact<{
  dataset_id: string;
  odsql: OdsqlInput;
}>;


export type ListExploreRecordsQuery = { catalog: { nodes: Array<{ uid: string, datasetId: string, rows: { totalCount: number | null, results: Array<Readonly<Record<string, unknown>>> } | null }> } };

export type RetrieveExploreRecordQueryVariables = Exact<{
  dataset_id: string;
  record_id: string | number;
  select?: Array<string> | string | null | undefined;
  timezone: string;
  lang?: Language | null | undefined;
}>;


export type RetrieveExploreRecordQuery = { catalog: { nodes: Array<{ uid: string, datasetId: string, record: { values: Readonly<Record<string, unknown>> } | null }> } };

export type ListExploreFacetsQueryVariables = Exact<{
  dataset_id: string;
  odsql: OdsqlInput;
}>;


export type ListExploreFacetsQuery = { catalog: { nodes: Array<{ datasetId: string, rows: { facets: Array<{ name: string, facets: Array<Readonly<Record<string, unknown>>> }> } | null }> } };

export type ListExploreAttachmentsQueryVariables = Exact<{
  dataset_id: string;
}>;


export type ListExploreAttachmentsQuery = { catalog: { nodes: Array<{ datasetId: string, attachments: { nodes: Array<{ uid: string, filename: string, mimetype: string | null }> } }> } };

export type DownloadExploreAttachmentQueryVariables = Exact<{
  dataset_id: string;
  attachment_id: string | number;
}>;


export type DownloadExploreAttachmentQuery = { catalog: { nodes: Array<{ datasetId: string, attachment: { filename: string, mimetype: string | null, bytes: number, sha256: string } | null }> } };

export type DownloadExploreFileQueryVariables = Exact<{
  dataset_id: string;
  file_id: string | number;
}>;


export type DownloadExploreFileQuery = { catalog: { nodes: Array<{ file: { filename: string, mimetype: string | null, bytes: number, sha256: string } | null }> } };

export type ListExploreExportsQueryVariables = Exact<{
  dataset_id: string;
}>;


export type ListExploreExportsQuery = { catalog: { nodes: Array<{ uid: string, exports: Array<{ format: ExportFormat, url: string }> }> } };

export type ExportExploreRecordsQueryVariables = Exact<{
  dataset_id: string;
  format: ExportFormat;
  odsql: OdsqlInput;
  options: ExportOptionsInput;
}>;


export type ExportExploreRecordsQuery = { catalog: { nodes: Array<{ uid: string, export: { mediaType: string, filename: string } | null }> } };

export type ListExploreCatalogExportsQueryVariables = Exact<{ [key: string]: never; }>;


export type ListExploreCatalogExportsQuery = { catalogExports: Array<{ format: CatalogExportFormat, url: string }> };

export type ExportExploreCatalogQueryVariables = Exact<{
  format: CatalogExportFormat;
  odsql: OdsqlInput;
  options: ExportOptionsInput;
}>;


export type ExportExploreCatalogQuery = { catalogExport: { mediaType: string, filename: string } };

export type FeedbackBodyFragment = { uid: string, comment: string, values: Readonly<Record<string, unknown>>, record_id: string, is_archived: boolean, created_at: string, user: { username: string } };

export type ListDatasetFeedbacksQueryVariables = Exact<{
  dataset_uid: string | number;
  limit: number;
  offset: number;
  record_id?: string | null | undefined;
  is_archived: boolean;
  sort: FeedbackSort;
}>;


export type ListDatasetFeedbacksQuery = { dataset: { revision: number, mayEdit: boolean, feedbacks: { totalCount: number, nodes: Array<{ uid: string, comment: string, values: Readonly<Record<string, unknown>>, record_id: string, is_archived: boolean, created_at: string, user: { username: string } }> } } | null };

export type RetrieveDatasetFeedbackQueryVariables = Exact<{
  dataset_uid: string | number;
  feedback_uid: string | number;
}>;


export type RetrieveDatasetFeedbackQuery = { dataset: { revision: number, mayEdit: boolean, feedback: { uid: string, comment: string, values: Readonly<Record<string, unknown>>, record_id: string, is_archived: boolean, created_at: string, user: { username: string } } | null } | null };

export type ArchiveDatasetFeedbackMutationVariables = Exact<{
  input: ArchiveFeedbackInput;
}>;


export type ArchiveDatasetFeedbackMutation = { archiveFeedback: { feedback: { uid: string, comment: string, values: Readonly<Record<string, unknown>>, record_id: string, is_archived: boolean, created_at: string, user: { username: string } } | null, dataset: { revision: number } | null } };

type FieldConfigurationBody_AnnotateFieldConfiguration_Fragment = { field: string, annotation: FieldAnnotationName, args: Array<string | number>, uid: string, type: FieldConfigurationType, label: string };

type FieldConfigurationBody_DeleteFieldConfiguration_Fragment = { field: string, uid: string, type: FieldConfigurationType, label: string };

type FieldConfigurationBody_DescriptionFieldConfiguration_Fragment = { field: string, description: string, uid: string, type: FieldConfigurationType, label: string };

type FieldConfigurationBody_OrderFieldConfiguration_Fragment = { order: Array<string>, args: Array<string | number>, uid: string, type: FieldConfigurationType, label: string };

type FieldConfigurationBody_RenameFieldConfiguration_Fragment = { uid: string, type: FieldConfigurationType, label: string, from_name: string, to_name: string, field_label: string };

type FieldConfigurationBody_TypeFieldConfiguration_Fragment = { field: string, uid: string, type: FieldConfigurationType, label: string, type_param: FieldType };

export type FieldConfigurationBodyFragment =
  | FieldConfigurationBody_AnnotateFieldConfiguration_Fragment
  | FieldConfigurationBody_DeleteFieldConfiguration_Fragment
  | FieldConfigurationBody_DescriptionFieldConfiguration_Fragment
  | FieldConfigurationBody_OrderFieldConfiguration_Fragment
  | FieldConfigurationBody_RenameFieldConfiguration_Fragment
  | FieldConfigurationBody_TypeFieldConfiguration_Fragment
;

export type ListFieldConfigurationsQueryVariables = Exact<{
  dataset_uid: string | number;
  limit: number;
  offset: number;
}>;


export type ListFieldConfigurationsQuery = { dataset: { revision: number, fieldConfigurations: { totalCount: number, nodes: Array<
        | { field: string, annotation: FieldAnnotationName, args: Array<string | number>, uid: string, type: FieldConfigurationType, label: string }
        | { field: string, uid: string, type: FieldConfigurationType, label: string }
        | { field: string, description: string, uid: string, type: FieldConfigurationType, label: string }
        | { order: Array<string>, args: Array<string | number>, uid: string, type: FieldConfigurationType, label: string }
        | { uid: string, type: FieldConfigurationType, label: string, from_name: string, to_name: string, field_label: string }
        | { field: string, uid: string, type: FieldConfigurationType, label: string, type_param: FieldType }
      > } } | null };

export type RetrieveFieldConfigurationQueryVariables = Exact<{
  dataset_uid: string | number;
  field_uid: string | number;
}>;


export type RetrieveFieldConfigurationQuery = { dataset: { revision: number, fieldConfiguration:
      | { field: string, annotation: FieldAnnotationName, args: Array<string | number>, uid: string, type: FieldConfigurationType, label: string }
      | { field: string, uid: string, type: FieldConfigurationType, label: string }
      | { field: string, description: string, uid: string, type: FieldConfigurationType, label: string }
      | { order: Array<string>, args: Array<string | number>, uid: string, type: FieldConfigurationType, label: string }
      | { uid: string, type: FieldConfigurationType, label: string, from_name: string, to_name: string, field_label: string }
      | { field: string, uid: string, type: FieldConfigurationType, label: string, type_param: FieldType }
     | null } | null };

export type AppendFieldConfigurationMutationVariables = Exact<{
  input: AppendFieldConfigurationInput;
}>;


export type AppendFieldConfigurationMutation = { appendFieldConfiguration: { fieldConfiguration:
      | { field: string, annotation: FieldAnnotationName, args: Array<string | number>, uid: string, type: FieldConfigurationType, label: string }
      | { field: string, uid: string, type: FieldConfigurationType, label: string }
      | { field: string, description: string, uid: string, type: FieldConfigurationType, label: string }
      | { order: Array<string>, args: Array<string | number>, uid: string, type: FieldConfigurationType, label: string }
      | { uid: string, type: FieldConfigurationType, label: string, from_name: string, to_name: string, field_label: string }
      | { field: string, uid: string, type: FieldConfigurationType, label: string, type_param: FieldType }
     | null, dataset: { revision: number } | null } };

export type UpdateFieldConfigurationMutationVariables = Exact<{
  input: UpdateFieldConfigurationInput;
}>;


export type UpdateFieldConfigurationMutation = { updateFieldConfiguration: { fieldConfiguration:
      | { field: string, annotation: FieldAnnotationName, args: Array<string | number>, uid: string, type: FieldConfigurationType, label: string }
      | { field: string, uid: string, type: FieldConfigurationType, label: string }
      | { field: string, description: string, uid: string, type: FieldConfigurationType, label: string }
      | { order: Array<string>, args: Array<string | number>, uid: string, type: FieldConfigurationType, label: string }
      | { uid: string, type: FieldConfigurationType, label: string, from_name: string, to_name: string, field_label: string }
      | { field: string, uid: string, type: FieldConfigurationType, label: string, type_param: FieldType }
     | null, dataset: { revision: number } | null } };

export type DeleteFieldConfigurationMutationVariables = Exact<{
  input: DeleteFieldConfigurationInput;
}>;


export type DeleteFieldConfigurationMutation = { deleteFieldConfiguration: { dataset: { revision: number } | null } };

export type RetrieveFormQueryVariables = Exact<{
  form_slug: string | number;
}>;


export type RetrieveFormQuery = { form: { slug: string, version: number, title: string, description: string, default_language: string, other_languages: Array<string>, enable_recaptcha: boolean, access_type: FormAccessType, enable_frontoffice_submission_edition: boolean, sections: Array<{ title: string, blocks: Array<{ type: FormBlockType, label: string, placeholder: string, required: boolean, unique: boolean, field_id: string, help_text: string, conditions_action: FormConditionsAction, conditions_match: FormConditionsMatch, conditions: Array<{ operator: FormConditionOperator, value: unknown, field_id: string }>, text: { is_long: boolean } | null, number: { min: number | null, max: number | null, is_integer: boolean } | null, contact: { default_country: string | null, sub_fields: Array<{ name: FormContactPart, required: boolean }> } | null, choice: { options: Array<string>, is_multiple: boolean, allows_other: boolean } | null, advanced_choice: { field: string, dataset_uid: string, is_multiple: boolean } | null, date_time: { min: string | null, max: string | null, has_time: boolean } | null }> }>, ending: { message: string | null, page: string | null, url: string | null } } | null };

export type GlossaryTermBodyFragment = { uid: string, name: string, aliases: Array<string>, description?: string };

export type ListGlossaryTermsQueryVariables = Exact<{
  search?: string | null | undefined;
  include_description: boolean;
}>;


export type ListGlossaryTermsQuery = { glossaryTerms: { nodes: Array<{ uid: string, name: string, aliases: Array<string>, description?: string }> } };

export type RetrieveGlossaryTermQueryVariables = Exact<{
  uid: string | number;
  include_description: boolean;
}>;


export type RetrieveGlossaryTermQuery = { glossaryTerm: { uid: string, name: string, aliases: Array<string>, description?: string } | null };

export type MetadataFieldBodyFragment = { value: unknown, remote_value: unknown, override_remote_value: boolean | null };

export type ListAllDatasetMetadataQueryVariables = Exact<{
  dataset_uid: string | number;
}>;


export type ListAllDatasetMetadataQuery = { dataset: { revision: number, metadata: Readonly<Record<string, unknown>> } | null };

export type UpdateAllDatasetMetadataMutationVariables = Exact<{
  input: UpdateDatasetMetadataInput;
}>;


export type UpdateAllDatasetMetadataMutation = { updateDatasetMetadata: { dataset: { revision: number, metadata: Readonly<Record<string, unknown>> } | null } };

export type ListTemplateDatasetMetadataQueryVariables = Exact<{
  dataset_uid: string | number;
  template_name: string;
}>;


export type ListTemplateDatasetMetadataQuery = { dataset: { revision: number, metadataTemplate: Readonly<Record<string, unknown>> | null } | null };

export type UpdateTemplateDatasetMetadataMutationVariables = Exact<{
  input: UpdateDatasetMetadataTemplateInput;
  template_name: string;
}>;


export type UpdateTemplateDatasetMetadataMutation = { updateDatasetMetadataTemplate: { dataset: { revision: number, metadataTemplate: Readonly<Record<string, unknown>> | null } | null } };

export type RetrieveMetadataQueryVariables = Exact<{
  dataset_uid: string | number;
  template_name: string;
  template_field_name: string;
}>;


export type RetrieveMetadataQuery = { dataset: { revision: number, metadataField: { value: unknown, remote_value: unknown, override_remote_value: boolean | null } | null } | null };

export type UpdateMetadataMutationVariables = Exact<{
  input: UpdateDatasetMetadataFieldInput;
  template_name: string;
  template_field_name: string;
}>;


export type UpdateMetadataMutation = { updateDatasetMetadataField: { dataset: { revision: number, metadataField: { value: unknown, remote_value: unknown, override_remote_value: boolean | null } | null } | null } };

export type DeleteMetadataMutationVariables = Exact<{
  input: DeleteDatasetMetadataFieldInput;
}>;


export type DeleteMetadataMutation = { deleteDatasetMetadataField: { dataset: { revision: number } | null } };

export type ListStudioPagesQueryVariables = Exact<{
  limit: number;
  offset: number;
}>;


export type ListStudioPagesQuery = { studioPages: { totalCount: number, nodes: Array<{ slug: string, uid: string, title: string, updated_at: string, is_restricted: boolean }> } };

export type RetrieveStudioPageQueryVariables = Exact<{
  slug: string;
}>;


export type RetrieveStudioPageQuery = { studioPage: { slug: string, uid: string, title: string, description: string, updated_at: string, content: { blocks: Readonly<Record<string, unknown>>, layouts: Readonly<Record<string, unknown>>, filters: Readonly<Record<string, unknown>>, data_providers: Readonly<Record<string, unknown>> } } | null };

export type ListCodeEditorPagesQueryVariables = Exact<{
  limit: number;
  offset: number;
}>;


export type ListCodeEditorPagesQuery = { codeEditorPages: { totalCount: number, nodes: Array<{ slug: string, title: Readonly<Record<string, unknown>>, updated_at: string, is_restricted: boolean }> } };

export type RetrieveCodeEditorPageQueryVariables = Exact<{
  slug: string;
}>;


export type RetrieveCodeEditorPageQuery = { codeEditorPage: { slug: string, title: Readonly<Record<string, unknown>>, updated_at: string, content: { html: Readonly<Record<string, unknown>>, css: Readonly<Record<string, unknown>> } } | null };

export type RetrieveCodeEditorPageTranslationQueryVariables = Exact<{
  slug: string;
  language: string;
}>;


export type RetrieveCodeEditorPageTranslationQuery = { codeEditorPage: { slug: string, updated_at: string, translation: { title: string, html: string, css: string } | null } | null };

export type ProcessorBodyFragment = { uid: string, type: string, label: string, params: Readonly<Record<string, unknown>> };

export type ListProcessorsQueryVariables = Exact<{
  dataset_uid: string | number;
  limit: number;
  offset: number;
}>;


export type ListProcessorsQuery = { dataset: { revision: number, processors: { totalCount: number, nodes: Array<{ uid: string, type: string, label: string, params: Readonly<Record<string, unknown>> }> } } | null };

export type RetrieveProcessorQueryVariables = Exact<{
  dataset_uid: string | number;
  processor_uid: string | number;
}>;


export type RetrieveProcessorQuery = { dataset: { revision: number, processor: { uid: string, type: string, label: string, params: Readonly<Record<string, unknown>> } | null } | null };

export type AppendProcessorMutationVariables = Exact<{
  input: AppendProcessorInput;
}>;


export type AppendProcessorMutation = { appendProcessor: { processor: { uid: string, type: string, label: string, params: Readonly<Record<string, unknown>> } | null, dataset: { revision: number } | null } };

export type UpdateProcessorMutationVariables = Exact<{
  input: UpdateProcessorInput;
}>;


export type UpdateProcessorMutation = { updateProcessor: { processor: { uid: string, type: string, label: string, params: Readonly<Record<string, unknown>> } | null, dataset: { revision: number } | null } };

export type DeleteProcessorMutationVariables = Exact<{
  input: DeleteProcessorInput;
}>;


export type DeleteProcessorMutation = { deleteProcessor: { dataset: { revision: number } | null } };

export type ListProcessorTypesQueryVariables = Exact<{ [key: string]: never; }>;


export type ListProcessorTypesQuery = { processorTypes: Array<{ type: string, label: string, parameters: Array<{ name: string, type: ParameterKind, label: string, description: string | null, default: string | null, hidden: boolean | null, trim: string | null, choices: Array<string> | null, is_mandatory: boolean, can_create_field: boolean | null, impacts_guessed_parameters: boolean | null }> }> | null };

export type ListIdentityProvidersQueryVariables = Exact<{
  limit: number;
  offset: number;
  lang?: string | null | undefined;
}>;


export type ListIdentityProvidersQuery = { identityProviders: { totalCount: number, nodes: Array<{ provider_type: IdentityProviderType, provider_name: string, login_link: string, login_link_label: string, is_default_login: boolean }> } };

export type RetrieveDatasetStatusQueryVariables = Exact<{
  dataset_uid: string | number;
}>;


export type RetrieveDatasetStatusQuery = { dataset: { revision: number, status: { status: DatasetStatus, previous: DatasetStatus | null, next: DatasetStatus | null, since: string, message: string | null, params: Readonly<Record<string, unknown>>, is_published: boolean, records_errors: Array<{ message: string, record_id: string, field_uid: string | null, processor_uid: string | null }> } | null } | null };

export type PublishDatasetMutationVariables = Exact<{
  input: PublishDatasetInput;
}>;


export type PublishDatasetMutation = { publishDataset: { dataset: { revision: number } | null } };

export type PublishDatasetMetadataMutationVariables = Exact<{
  input: DatasetActionInput;
}>;


export type PublishDatasetMetadataMutation = { publishDatasetMetadata: { dataset: { revision: number } | null } };

export type AbortDatasetPublishingMutationVariables = Exact<{
  input: DatasetActionInput;
}>;


export type AbortDatasetPublishingMutation = { abortDatasetPublishing: { dataset: { revision: number } | null } };

export type UnpublishDatasetMutationVariables = Exact<{
  input: DatasetActionInput;
}>;


export type UnpublishDatasetMutation = { unpublishDataset: { dataset: { revision: number } | null } };

export type RelatedAssetsBodyFragment = { totalCount: number, nodes: Array<{ relation_type: RelationType, asset: { uid: string, title: string, asset_type: AssetType } }> };

export type RetrieveCatalogAssetQueryVariables = Exact<{
  asset_uid: string | number;
}>;


export type RetrieveCatalogAssetQuery = { asset: { uid: string } | null, portalSettings: { isMarketplaceEnabled: boolean } };

export type ListAssetUsesQueryVariables = Exact<{
  asset_uid: string | number;
  limit: number;
  offset: number;
  relation_type?: Array<RelationType> | RelationType | null | undefined;
  category?: string | null | undefined;
  is_showcase?: boolean | null | undefined;
}>;


export type ListAssetUsesQuery = { asset: { uses: { totalCount: number, nodes: Array<{ relation_type: RelationType, asset: { uid: string, title: string, asset_type: AssetType } }> } } | null, portalSettings: { isMarketplaceEnabled: boolean } };

export type ListAssetSourcesQueryVariables = Exact<{
  asset_uid: string | number;
  limit: number;
  offset: number;
  relation_type?: Array<RelationType> | RelationType | null | undefined;
  category?: string | null | undefined;
  is_showcase?: boolean | null | undefined;
}>;


export type ListAssetSourcesQuery = { asset: { sources: { totalCount: number, nodes: Array<{ relation_type: RelationType, asset: { uid: string, title: string, asset_type: AssetType } }> } } | null, portalSettings: { isMarketplaceEnabled: boolean } };

export type HeaderBodyFragment = { name: string, value: string | null };

export type ResourceBodyFragment = { uid: string, type: string, title: string, params: Readonly<Record<string, unknown>>, url: string | null, warning: string | null, display_name: string, updated_at: string, extraction_infos: { label: string, type: string } | null, origin: { label: string, type: string }, datasource:
    | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
    | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
    | { parameters: Readonly<Record<string, unknown>>, type: DatasourceType, domain: { domain_id: string }, dataset: { dataset_id: string }, permissions_user: { username: string } }
    | { form: string, type: DatasourceType, status_to_extract: Array<SubmissionStatus> }
    | { type: DatasourceType, relative_url: string, connection: { uid: string } }
    | { type: DatasourceType, file_id: string, connection: { uid: string } }
    | { type: DatasourceType, relative_url: string, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
    | { type: DatasourceType, drive_id: string, file_id: string, connection: { uid: string } }
    | { query: string, type: DatasourceType, preview_query: string | null, incremental_query: string | null, incremental_field: string | null, connection: { uid: string } }
    | { type: DatasourceType, file: { uid: string } }
   | null };

export type RemoteDatasetBodyFragment = { metas: Readonly<Record<string, unknown>>, dataset_id: string, fields: Array<{ name: string, label: string, type: string, description: string | null, annotations: Readonly<Record<string, unknown>> }> };

export type FileBodyFragment = { uid: string, filename: string, mimetype: string | null, created_at: string };

export type PreviewBodyFragment = { records: Array<Readonly<Record<string, unknown>>>, fields: Array<{ name: string, label: string, type: FieldType, description: string, original_name: string, annotations: Array<{ name: string, args: Array<string | number> }> }> };

export type ParameterBodyFragment = { name: string, type: ParameterKind, label: string, description: string | null, default: string | null, hidden: boolean | null, trim: string | null, choices: Array<string> | null, is_mandatory: boolean, can_create_field: boolean | null, impacts_guessed_parameters: boolean | null };

export type ListExtractorsQueryVariables = Exact<{ [key: string]: never; }>;


export type ListExtractorsQuery = { extractors: Array<{ type: string, label: string, parameters: Array<{ name: string, type: ParameterKind, label: string, description: string | null, default: string | null, hidden: boolean | null, trim: string | null, choices: Array<string> | null, is_mandatory: boolean, can_create_field: boolean | null, impacts_guessed_parameters: boolean | null }> }> | null };

export type ListResourcesQueryVariables = Exact<{
  dataset_uid: string | number;
  limit: number;
  offset: number;
  expand_connection?: boolean | null | undefined;
  expand_dataset?: boolean | null | undefined;
}>;


export type ListResourcesQuery = { dataset: { revision: number, resources: { totalCount: number, nodes: Array<{ uid: string, type: string, title: string, params: Readonly<Record<string, unknown>>, url: string | null, warning: string | null, display_name: string, updated_at: string, connection?:
          | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
              | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
              | { username: string, password: string | null, type: ConnectionAuthType }
              | { type: ConnectionAuthType }
              | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
              | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
              | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
             | null }
          | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
              | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
              | { username: string, password: string | null, type: ConnectionAuthType }
              | { type: ConnectionAuthType }
              | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
              | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
              | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
             | null }
          | { uid: string, type: DatasourceConnectionType, url: string, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
              | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
              | { username: string, password: string | null, type: ConnectionAuthType }
              | { type: ConnectionAuthType }
              | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
              | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
              | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
             | null }
          | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
              | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
              | { username: string, password: string | null, type: ConnectionAuthType }
              | { type: ConnectionAuthType }
              | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
              | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
              | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
             | null }
          | { uid: string, type: DatasourceConnectionType, url: string, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, headers: Array<{ name: string, value: string | null }>, auth:
              | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
              | { username: string, password: string | null, type: ConnectionAuthType }
              | { type: ConnectionAuthType }
              | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
              | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
              | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
             | null }
          | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
              | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
              | { username: string, password: string | null, type: ConnectionAuthType }
              | { type: ConnectionAuthType }
              | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
              | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
              | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
             | null }
          | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, connection_string: string }
         | null, remoteDataset?: { metas: Readonly<Record<string, unknown>>, dataset_id: string, fields: Array<{ name: string, label: string, type: string, description: string | null, annotations: Readonly<Record<string, unknown>> }> } | null, extraction_infos: { label: string, type: string } | null, origin: { label: string, type: string }, datasource:
          | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
          | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
          | { parameters: Readonly<Record<string, unknown>>, type: DatasourceType, domain: { domain_id: string }, dataset: { dataset_id: string }, permissions_user: { username: string } }
          | { form: string, type: DatasourceType, status_to_extract: Array<SubmissionStatus> }
          | { type: DatasourceType, relative_url: string, connection: { uid: string } }
          | { type: DatasourceType, file_id: string, connection: { uid: string } }
          | { type: DatasourceType, relative_url: string, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
          | { type: DatasourceType, drive_id: string, file_id: string, connection: { uid: string } }
          | { query: string, type: DatasourceType, preview_query: string | null, incremental_query: string | null, incremental_field: string | null, connection: { uid: string } }
          | { type: DatasourceType, file: { uid: string } }
         | null }> } } | null };

export type RetrieveResourceQueryVariables = Exact<{
  dataset_uid: string | number;
  resource_uid: string | number;
  expand_connection?: boolean | null | undefined;
  expand_dataset?: boolean | null | undefined;
}>;


export type RetrieveResourceQuery = { dataset: { revision: number, resource: { uid: string, type: string, title: string, params: Readonly<Record<string, unknown>>, url: string | null, warning: string | null, display_name: string, updated_at: string, connection?:
        | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
            | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
            | { username: string, password: string | null, type: ConnectionAuthType }
            | { type: ConnectionAuthType }
            | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
            | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
            | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
           | null }
        | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
            | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
            | { username: string, password: string | null, type: ConnectionAuthType }
            | { type: ConnectionAuthType }
            | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
            | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
            | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
           | null }
        | { uid: string, type: DatasourceConnectionType, url: string, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
            | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
            | { username: string, password: string | null, type: ConnectionAuthType }
            | { type: ConnectionAuthType }
            | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
            | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
            | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
           | null }
        | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
            | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
            | { username: string, password: string | null, type: ConnectionAuthType }
            | { type: ConnectionAuthType }
            | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
            | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
            | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
           | null }
        | { uid: string, type: DatasourceConnectionType, url: string, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, headers: Array<{ name: string, value: string | null }>, auth:
            | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
            | { username: string, password: string | null, type: ConnectionAuthType }
            | { type: ConnectionAuthType }
            | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
            | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
            | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
           | null }
        | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, auth:
            | { region: string, type: ConnectionAuthType, access_key_id: string, secret_access_key: string | null }
            | { username: string, password: string | null, type: ConnectionAuthType }
            | { type: ConnectionAuthType }
            | { scope: string, type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null }
            | { type: ConnectionAuthType, token_url: string, client_id: string, client_secret: string | null, refresh_token: string | null }
            | { type: ConnectionAuthType, account_name: string, shared_key: string | null }
           | null }
        | { uid: string, type: DatasourceConnectionType, is_reusable: boolean, can_reuse: boolean, can_manage: boolean, dataset_count: number, user_count: number, group_count: number, created_at: string, updated_at: string, connection_string: string }
       | null, remoteDataset?: { metas: Readonly<Record<string, unknown>>, dataset_id: string, fields: Array<{ name: string, label: string, type: string, description: string | null, annotations: Readonly<Record<string, unknown>> }> } | null, extraction_infos: { label: string, type: string } | null, origin: { label: string, type: string }, datasource:
        | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { parameters: Readonly<Record<string, unknown>>, type: DatasourceType, domain: { domain_id: string }, dataset: { dataset_id: string }, permissions_user: { username: string } }
        | { form: string, type: DatasourceType, status_to_extract: Array<SubmissionStatus> }
        | { type: DatasourceType, relative_url: string, connection: { uid: string } }
        | { type: DatasourceType, file_id: string, connection: { uid: string } }
        | { type: DatasourceType, relative_url: string, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { type: DatasourceType, drive_id: string, file_id: string, connection: { uid: string } }
        | { query: string, type: DatasourceType, preview_query: string | null, incremental_query: string | null, incremental_field: string | null, connection: { uid: string } }
        | { type: DatasourceType, file: { uid: string } }
       | null } | null } | null };

export type CreateResourceMutationVariables = Exact<{
  input: CreateResourceInput;
}>;


export type CreateResourceMutation = { createResource: { resource: { uid: string, type: string, title: string, params: Readonly<Record<string, unknown>>, url: string | null, warning: string | null, display_name: string, updated_at: string, extraction_infos: { label: string, type: string } | null, origin: { label: string, type: string }, datasource:
        | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { parameters: Readonly<Record<string, unknown>>, type: DatasourceType, domain: { domain_id: string }, dataset: { dataset_id: string }, permissions_user: { username: string } }
        | { form: string, type: DatasourceType, status_to_extract: Array<SubmissionStatus> }
        | { type: DatasourceType, relative_url: string, connection: { uid: string } }
        | { type: DatasourceType, file_id: string, connection: { uid: string } }
        | { type: DatasourceType, relative_url: string, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { type: DatasourceType, drive_id: string, file_id: string, connection: { uid: string } }
        | { query: string, type: DatasourceType, preview_query: string | null, incremental_query: string | null, incremental_field: string | null, connection: { uid: string } }
        | { type: DatasourceType, file: { uid: string } }
       | null } | null, dataset: { revision: number } | null } };

export type UpdateResourceMutationVariables = Exact<{
  input: UpdateResourceInput;
}>;


export type UpdateResourceMutation = { updateResource: { resource: { uid: string, type: string, title: string, params: Readonly<Record<string, unknown>>, url: string | null, warning: string | null, display_name: string, updated_at: string, extraction_infos: { label: string, type: string } | null, origin: { label: string, type: string }, datasource:
        | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { parameters: Readonly<Record<string, unknown>>, type: DatasourceType, domain: { domain_id: string }, dataset: { dataset_id: string }, permissions_user: { username: string } }
        | { form: string, type: DatasourceType, status_to_extract: Array<SubmissionStatus> }
        | { type: DatasourceType, relative_url: string, connection: { uid: string } }
        | { type: DatasourceType, file_id: string, connection: { uid: string } }
        | { type: DatasourceType, relative_url: string, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { type: DatasourceType, drive_id: string, file_id: string, connection: { uid: string } }
        | { query: string, type: DatasourceType, preview_query: string | null, incremental_query: string | null, incremental_field: string | null, connection: { uid: string } }
        | { type: DatasourceType, file: { uid: string } }
       | null } | null, dataset: { revision: number } | null } };

export type DeleteResourceMutationVariables = Exact<{
  input: ResourceActionInput;
}>;


export type DeleteResourceMutation = { deleteResource: { dataset: { revision: number } | null } };

export type CleanResourceCacheMutationVariables = Exact<{
  input: ResourceActionInput;
}>;


export type CleanResourceCacheMutation = { cleanResourceCache: { dataset: { revision: number } | null } };

export type RecoverRealtimeRecordsMutationVariables = Exact<{
  input: ResourceActionInput;
}>;


export type RecoverRealtimeRecordsMutation = { recoverRealtimeRecords: { resource: { uid: string, type: string, title: string, params: Readonly<Record<string, unknown>>, url: string | null, warning: string | null, display_name: string, updated_at: string, extraction_infos: { label: string, type: string } | null, origin: { label: string, type: string }, datasource:
        | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { parameters: Readonly<Record<string, unknown>>, type: DatasourceType, domain: { domain_id: string }, dataset: { dataset_id: string }, permissions_user: { username: string } }
        | { form: string, type: DatasourceType, status_to_extract: Array<SubmissionStatus> }
        | { type: DatasourceType, relative_url: string, connection: { uid: string } }
        | { type: DatasourceType, file_id: string, connection: { uid: string } }
        | { type: DatasourceType, relative_url: string, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { type: DatasourceType, drive_id: string, file_id: string, connection: { uid: string } }
        | { query: string, type: DatasourceType, preview_query: string | null, incremental_query: string | null, incremental_field: string | null, connection: { uid: string } }
        | { type: DatasourceType, file: { uid: string } }
       | null } | null, dataset: { revision: number } | null } };

export type DeleteRealtimeRecordsMutationVariables = Exact<{
  input: ResourceActionInput;
}>;


export type DeleteRealtimeRecordsMutation = { deleteRealtimeRecords: { resource: { uid: string, type: string, title: string, params: Readonly<Record<string, unknown>>, url: string | null, warning: string | null, display_name: string, updated_at: string, extraction_infos: { label: string, type: string } | null, origin: { label: string, type: string }, datasource:
        | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { parameters: Readonly<Record<string, unknown>>, type: DatasourceType, domain: { domain_id: string }, dataset: { dataset_id: string }, permissions_user: { username: string } }
        | { form: string, type: DatasourceType, status_to_extract: Array<SubmissionStatus> }
        | { type: DatasourceType, relative_url: string, connection: { uid: string } }
        | { type: DatasourceType, file_id: string, connection: { uid: string } }
        | { type: DatasourceType, relative_url: string, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { type: DatasourceType, drive_id: string, file_id: string, connection: { uid: string } }
        | { query: string, type: DatasourceType, preview_query: string | null, incremental_query: string | null, incremental_field: string | null, connection: { uid: string } }
        | { type: DatasourceType, file: { uid: string } }
       | null } | null, dataset: { revision: number } | null } };

export type EnableRealtimeResourceMutationVariables = Exact<{
  input: ResourceActionInput;
}>;


export type EnableRealtimeResourceMutation = { enableRealtimeResource: { resource: { uid: string, type: string, title: string, params: Readonly<Record<string, unknown>>, url: string | null, warning: string | null, display_name: string, updated_at: string, extraction_infos: { label: string, type: string } | null, origin: { label: string, type: string }, datasource:
        | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { parameters: Readonly<Record<string, unknown>>, type: DatasourceType, domain: { domain_id: string }, dataset: { dataset_id: string }, permissions_user: { username: string } }
        | { form: string, type: DatasourceType, status_to_extract: Array<SubmissionStatus> }
        | { type: DatasourceType, relative_url: string, connection: { uid: string } }
        | { type: DatasourceType, file_id: string, connection: { uid: string } }
        | { type: DatasourceType, relative_url: string, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { type: DatasourceType, drive_id: string, file_id: string, connection: { uid: string } }
        | { query: string, type: DatasourceType, preview_query: string | null, incremental_query: string | null, incremental_field: string | null, connection: { uid: string } }
        | { type: DatasourceType, file: { uid: string } }
       | null } | null, dataset: { revision: number } | null } };

export type DisableRealtimeResourceMutationVariables = Exact<{
  input: ResourceActionInput;
}>;


export type DisableRealtimeResourceMutation = { disableRealtimeResource: { resource: { uid: string, type: string, title: string, params: Readonly<Record<string, unknown>>, url: string | null, warning: string | null, display_name: string, updated_at: string, extraction_infos: { label: string, type: string } | null, origin: { label: string, type: string }, datasource:
        | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { parameters: Readonly<Record<string, unknown>>, type: DatasourceType, domain: { domain_id: string }, dataset: { dataset_id: string }, permissions_user: { username: string } }
        | { form: string, type: DatasourceType, status_to_extract: Array<SubmissionStatus> }
        | { type: DatasourceType, relative_url: string, connection: { uid: string } }
        | { type: DatasourceType, file_id: string, connection: { uid: string } }
        | { type: DatasourceType, relative_url: string, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { type: DatasourceType, drive_id: string, file_id: string, connection: { uid: string } }
        | { query: string, type: DatasourceType, preview_query: string | null, incremental_query: string | null, incremental_field: string | null, connection: { uid: string } }
        | { type: DatasourceType, file: { uid: string } }
       | null } | null, dataset: { revision: number } | null } };

export type RenewPushKeyMutationVariables = Exact<{
  input: ResourceActionInput;
}>;


export type RenewPushKeyMutation = { renewPushKey: { resource: { uid: string, type: string, title: string, params: Readonly<Record<string, unknown>>, url: string | null, warning: string | null, display_name: string, updated_at: string, extraction_infos: { label: string, type: string } | null, origin: { label: string, type: string }, datasource:
        | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { url: string, type: DatasourceType, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { parameters: Readonly<Record<string, unknown>>, type: DatasourceType, domain: { domain_id: string }, dataset: { dataset_id: string }, permissions_user: { username: string } }
        | { form: string, type: DatasourceType, status_to_extract: Array<SubmissionStatus> }
        | { type: DatasourceType, relative_url: string, connection: { uid: string } }
        | { type: DatasourceType, file_id: string, connection: { uid: string } }
        | { type: DatasourceType, relative_url: string, connection: { uid: string }, headers: Array<{ name: string, value: string | null }> }
        | { type: DatasourceType, drive_id: string, file_id: string, connection: { uid: string } }
        | { query: string, type: DatasourceType, preview_query: string | null, incremental_query: string | null, incremental_field: string | null, connection: { uid: string } }
        | { type: DatasourceType, file: { uid: string } }
       | null } | null, dataset: { revision: number } | null } };

export type GuessUnsavedExtractorsQueryVariables = Exact<{
  input: GuessExtractorsInput;
}>;


export type GuessUnsavedExtractorsQuery = { guessExtractors: Array<{ type: string, label: string, confidence: number, parameters: Array<{ name: string, type: ParameterKind, label: string, description: string | null, default: string | null, hidden: boolean | null, trim: string | null, choices: Array<string> | null, is_mandatory: boolean, can_create_field: boolean | null, impacts_guessed_parameters: boolean | null }> }> | null };

export type GuessUnsavedExtractorParamsQueryVariables = Exact<{
  input: GuessExtractorParamsInput;
}>;


export type GuessUnsavedExtractorParamsQuery = { guessExtractorParams: { extractor: string, params: Readonly<Record<string, unknown>> } | null };

export type PreviewUnsavedResourceQueryVariables = Exact<{
  input: PreviewResourceInput;
}>;


export type PreviewUnsavedResourceQuery = { previewResource: { records: Array<Readonly<Record<string, unknown>>>, fields: Array<{ name: string, label: string, type: FieldType, description: string, original_name: string, annotations: Array<{ name: string, args: Array<string | number> }> }> } | null };

export type GuessResourceExtractorsQueryVariables = Exact<{
  dataset_uid: string | number;
  resource_uid: string | number;
}>;


export type GuessResourceExtractorsQuery = { dataset: { resource: { guessedExtractors: Array<{ type: string, label: string, confidence: number, parameters: Array<{ name: string, type: ParameterKind, label: string, description: string | null, default: string | null, hidden: boolean | null, trim: string | null, choices: Array<string> | null, is_mandatory: boolean, can_create_field: boolean | null, impacts_guessed_parameters: boolean | null }> }> } | null } | null };

export type GuessResourceExtractorParamsQueryVariables = Exact<{
  dataset_uid: string | number;
  resource_uid: string | number;
}>;


export type GuessResourceExtractorParamsQuery = { dataset: { resource: { guessedExtractorParams: { extractor: string, params: Readonly<Record<string, unknown>> } } | null } | null };

export type PreviewResourceQueryVariables = Exact<{
  dataset_uid: string | number;
  resource_uid: string | number;
}>;


export type PreviewResourceQuery = { dataset: { resource: { preview: { records: Array<Readonly<Record<string, unknown>>>, fields: Array<{ name: string, label: string, type: FieldType, description: string, original_name: string, annotations: Array<{ name: string, args: Array<string | number> }> }> } } | null } | null };

export type UploadResourceFileMutationVariables = Exact<{
  input: UploadResourceFileInput;
}>;


export type UploadResourceFileMutation = { uploadResourceFile: { file: { uid: string, filename: string, mimetype: string | null, created_at: string } | null, dataset: { revision: number } | null } };

export type RetrieveResourceFileQueryVariables = Exact<{
  dataset_uid: string | number;
  file_uid: string | number;
}>;


export type RetrieveResourceFileQuery = { dataset: { revision: number, resourceFile: { uid: string, filename: string, mimetype: string | null, created_at: string } | null } | null };

export type DownloadResourceFileQueryVariables = Exact<{
  dataset_uid: string | number;
  file_uid: string | number;
}>;


export type DownloadResourceFileQuery = { dataset: { resourceFile: { filename: string, mimetype: string | null, bytes: number, sha256: string } | null } | null };

export type PushRecordsMutationVariables = Exact<{
  input: PushRecordsInput;
}>;


export type PushRecordsMutation = { pushRecords: { warning: string | null } };

export type SecurityBodyFragment = { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null };

export type UserRulesetBodyFragment = { permissions: Array<RulesetPermission>, security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null }, user: { username: string } };

export type GroupRulesetBodyFragment = { permissions: Array<RulesetPermission>, security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null }, group: { uid: string } };

export type ListUserRulesetsQueryVariables = Exact<{
  dataset_uid: string | number;
  limit: number;
  offset: number;
}>;


export type ListUserRulesetsQuery = { dataset: { revision: number, userRulesets: { totalCount: number, nodes: Array<{ permissions: Array<RulesetPermission>, security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null }, user: { username: string } }> } } | null };

export type RetrieveUserRulesetQueryVariables = Exact<{
  dataset_uid: string | number;
  username: string;
}>;


export type RetrieveUserRulesetQuery = { dataset: { revision: number, userRuleset: { permissions: Array<RulesetPermission>, security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null }, user: { username: string } } | null } | null };

export type CreateUserRulesetMutationVariables = Exact<{
  input: CreateUserRulesetInput;
}>;


export type CreateUserRulesetMutation = { createUserRuleset: { userRuleset: { permissions: Array<RulesetPermission>, security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null }, user: { username: string } } | null, dataset: { revision: number } | null } };

export type UpdateUserRulesetMutationVariables = Exact<{
  input: UpdateUserRulesetInput;
}>;


export type UpdateUserRulesetMutation = { updateUserRuleset: { userRuleset: { permissions: Array<RulesetPermission>, security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null }, user: { username: string } } | null, dataset: { revision: number } | null } };

export type DeleteUserRulesetMutationVariables = Exact<{
  input: DeleteUserRulesetInput;
}>;


export type DeleteUserRulesetMutation = { deleteUserRuleset: { dataset: { revision: number } | null } };

export type ListGroupRulesetsQueryVariables = Exact<{
  dataset_uid: string | number;
  limit: number;
  offset: number;
}>;


export type ListGroupRulesetsQuery = { dataset: { revision: number, groupRulesets: { totalCount: number, nodes: Array<{ permissions: Array<RulesetPermission>, security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null }, group: { uid: string } }> } } | null };

export type RetrieveGroupRulesetQueryVariables = Exact<{
  dataset_uid: string | number;
  group_uid: string | number;
}>;


export type RetrieveGroupRulesetQuery = { dataset: { revision: number, groupRuleset: { permissions: Array<RulesetPermission>, security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null }, group: { uid: string } } | null } | null };

export type CreateGroupRulesetMutationVariables = Exact<{
  input: CreateGroupRulesetInput;
}>;


export type CreateGroupRulesetMutation = { createGroupRuleset: { groupRuleset: { permissions: Array<RulesetPermission>, security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null }, group: { uid: string } } | null, dataset: { revision: number } | null } };

export type UpdateGroupRulesetMutationVariables = Exact<{
  input: UpdateGroupRulesetInput;
}>;


export type UpdateGroupRulesetMutation = { updateGroupRuleset: { groupRuleset: { permissions: Array<RulesetPermission>, security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null }, group: { uid: string } } | null, dataset: { revision: number } | null } };

export type DeleteGroupRulesetMutationVariables = Exact<{
  input: DeleteGroupRulesetInput;
}>;


export type DeleteGroupRulesetMutation = { deleteGroupRuleset: { dataset: { revision: number } | null } };

export type ScheduleBodyFragment = { uid: string, cron_schedule: string };

export type ListSchedulesQueryVariables = Exact<{
  dataset_uid: string | number;
  limit: number;
  offset: number;
}>;


export type ListSchedulesQuery = { dataset: { revision: number, schedules: { totalCount: number, nodes: Array<{ uid: string, cron_schedule: string }> } } | null };

export type RetrieveScheduleQueryVariables = Exact<{
  dataset_uid: string | number;
  schedule_uid: string | number;
}>;


export type RetrieveScheduleQuery = { dataset: { revision: number, schedule: { uid: string, cron_schedule: string } | null } | null };

export type CreateScheduleMutationVariables = Exact<{
  input: CreateScheduleInput;
}>;


export type CreateScheduleMutation = { createSchedule: { schedule: { uid: string, cron_schedule: string } | null, dataset: { revision: number } | null } };

export type UpdateScheduleMutationVariables = Exact<{
  input: UpdateScheduleInput;
}>;


export type UpdateScheduleMutation = { updateSchedule: { schedule: { uid: string, cron_schedule: string } | null, dataset: { revision: number } | null } };

export type DeleteScheduleMutationVariables = Exact<{
  input: DeleteScheduleInput;
}>;


export type DeleteScheduleMutation = { deleteSchedule: { dataset: { revision: number } | null } };

export type RetrieveFormQuotaQueryVariables = Exact<{
  form_slug: string | number;
}>;


export type RetrieveFormQuotaQuery = { form: { quota: { is_submissions_quota_reached: boolean } } | null };

export type SubmitFormMutationVariables = Exact<{
  input: SubmitFormInput;
}>;


export type SubmitFormMutation = { submitForm: { is_valid: boolean, submission: { uid: string } | null, errors: Array<{ field: string, message: string }> } };

export type RetrieveSubmissionQueryVariables = Exact<{
  form_slug: string | number;
  submission_uid: string | number;
}>;


export type RetrieveSubmissionQuery = { submission: { content: Readonly<Record<string, unknown>>, revision: Readonly<Record<string, unknown>> | null } | null };

export type ChangeSubmissionMutationVariables = Exact<{
  input: ChangeSubmissionInput;
}>;


export type ChangeSubmissionMutation = { changeSubmission: { is_valid: boolean, errors: Array<{ field: string, message: string }> } };

export type SubmissionResultFragment = { is_valid: boolean, errors: Array<{ field: string, message: string }> };

export type RetrieveSubmissionImageQueryVariables = Exact<{
  form_slug: string | number;
  image_id: string | number;
}>;


export type RetrieveSubmissionImageQuery = { submissionImage: { filename: string, mimetype: string, bytes: number, sha256: string } | null };

export type DownloadSubmissionsQueryVariables = Exact<{
  form_slug: string | number;
  status?: SubmissionStatus | null | undefined;
  has_revision?: boolean | null | undefined;
  submitted_by?: string | null | undefined;
  created_after?: string | null | undefined;
  created_before?: string | null | undefined;
  search?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type DownloadSubmissionsQuery = { submissionTable: { columns: Array<string> } | null, submissions: { nodes: Array<{ cells: Array<unknown> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type TemplateFieldBodyFragment = { name: string, type: MetadataFieldType, label: string, choices: Array<string>, help_text: string, is_hidden: boolean, requirement_level: RequirementLevel };

export type TemplateBodyFragment = { name: string, title: string, type: MetadataTemplateKind, is_active: boolean, is_always_active: boolean, is_system: boolean, schema: { nodes: Array<{ name: string, type: MetadataFieldType, label: string, choices: Array<string>, help_text: string, is_hidden: boolean, requirement_level: RequirementLevel }> } };

export type ListMetadataTemplatesQueryVariables = Exact<{
  limit: number;
  offset: number;
  is_active?: boolean | null | undefined;
  type?: MetadataTemplateKind | null | undefined;
}>;


export type ListMetadataTemplatesQuery = { metadataTemplates: { totalCount: number, nodes: Array<{ name: string, title: string, type: MetadataTemplateKind, is_active: boolean, is_always_active: boolean, is_system: boolean, schema: { nodes: Array<{ name: string, type: MetadataFieldType, label: string, choices: Array<string>, help_text: string, is_hidden: boolean, requirement_level: RequirementLevel }> } }> } | null };

export type RetrieveMetadataTemplateQueryVariables = Exact<{
  template_name: string;
}>;


export type RetrieveMetadataTemplateQuery = { metadataTemplate: { name: string, title: string, type: MetadataTemplateKind, is_active: boolean, is_always_active: boolean, is_system: boolean, schema: { nodes: Array<{ name: string, type: MetadataFieldType, label: string, choices: Array<string>, help_text: string, is_hidden: boolean, requirement_level: RequirementLevel }> } } | null };

export type ListMetadataTemplateFieldsQueryVariables = Exact<{
  template_name: string;
  limit: number;
  offset: number;
}>;


export type ListMetadataTemplateFieldsQuery = { metadataTemplate: { fields: { totalCount: number, nodes: Array<{ name: string, type: MetadataFieldType, label: string, choices: Array<string>, help_text: string, is_hidden: boolean, requirement_level: RequirementLevel }> } } | null };

export type RetrieveMetadataTemplateFieldQueryVariables = Exact<{
  template_name: string;
  template_field_name: string;
}>;


export type RetrieveMetadataTemplateFieldQuery = { metadataTemplate: { field: { name: string, type: MetadataFieldType, label: string, choices: Array<string>, help_text: string, is_hidden: boolean, requirement_level: RequirementLevel } | null } | null };

export type VersionBodyFragment = { uid: string, sections: Array<DatasetSection>, can_restore: boolean, created_at: string, created_by: { username: string } | null };

export type ListVersionsQueryVariables = Exact<{
  dataset_uid: string | number;
  limit: number;
  offset: number;
}>;


export type ListVersionsQuery = { dataset: { revision: number, versions: { totalCount: number, nodes: Array<{ uid: string, sections: Array<DatasetSection>, can_restore: boolean, created_at: string, created_by: { username: string } | null }> } } | null };

export type RetrieveVersionQueryVariables = Exact<{
  dataset_uid: string | number;
  version_uid: string | number;
}>;


export type RetrieveVersionQuery = { dataset: { revision: number, version: { uid: string, sections: Array<DatasetSection>, can_restore: boolean, created_at: string, created_by: { username: string } | null } | null } | null };

export const AttachmentBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AttachmentBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Attachment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"mimetype"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<AttachmentBodyFragment, unknown>;
export const HeaderBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]} as unknown as DocumentNode<HeaderBodyFragment, unknown>;
export const AuthBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AuthBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConnectionAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BasicAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OAuth2"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","name":{"kind":"Name","value":"scope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Oidc"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","alias":{"kind":"Name","value":"refresh_token"},"name":{"kind":"Name","value":"refreshToken"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AwsSignatureV4"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"access_key_id"},"name":{"kind":"Name","value":"accessKeyId"}},{"kind":"Field","alias":{"kind":"Name","value":"secret_access_key"},"name":{"kind":"Name","value":"secretAccessKey"}},{"kind":"Field","name":{"kind":"Name","value":"region"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"account_name"},"name":{"kind":"Name","value":"accountName"}},{"kind":"Field","alias":{"kind":"Name","value":"shared_key"},"name":{"kind":"Name","value":"sharedKey"}}]}}]}}]} as unknown as DocumentNode<AuthBodyFragment, unknown>;
export const ConnectionSettingsBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectionSettingsBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasourceConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3ConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"connection_string"},"name":{"kind":"Name","value":"connectionString"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AuthBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConnectionAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BasicAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OAuth2"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","name":{"kind":"Name","value":"scope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Oidc"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","alias":{"kind":"Name","value":"refresh_token"},"name":{"kind":"Name","value":"refreshToken"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AwsSignatureV4"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"access_key_id"},"name":{"kind":"Name","value":"accessKeyId"}},{"kind":"Field","alias":{"kind":"Name","value":"secret_access_key"},"name":{"kind":"Name","value":"secretAccessKey"}},{"kind":"Field","name":{"kind":"Name","value":"region"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"account_name"},"name":{"kind":"Name","value":"accountName"}},{"kind":"Field","alias":{"kind":"Name","value":"shared_key"},"name":{"kind":"Name","value":"sharedKey"}}]}}]}}]} as unknown as DocumentNode<ConnectionSettingsBodyFragment, unknown>;
export const ConnectionBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectionBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasourceConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","alias":{"kind":"Name","value":"is_reusable"},"name":{"kind":"Name","value":"isReusable"}},{"kind":"Field","alias":{"kind":"Name","value":"can_reuse"},"name":{"kind":"Name","value":"canReuse"}},{"kind":"Field","alias":{"kind":"Name","value":"can_manage"},"name":{"kind":"Name","value":"canManage"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_count"},"name":{"kind":"Name","value":"datasetCount"}},{"kind":"Field","alias":{"kind":"Name","value":"user_count"},"name":{"kind":"Name","value":"userCount"}},{"kind":"Field","alias":{"kind":"Name","value":"group_count"},"name":{"kind":"Name","value":"groupCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectionSettingsBody"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AuthBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConnectionAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BasicAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OAuth2"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","name":{"kind":"Name","value":"scope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Oidc"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","alias":{"kind":"Name","value":"refresh_token"},"name":{"kind":"Name","value":"refreshToken"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AwsSignatureV4"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"access_key_id"},"name":{"kind":"Name","value":"accessKeyId"}},{"kind":"Field","alias":{"kind":"Name","value":"secret_access_key"},"name":{"kind":"Name","value":"secretAccessKey"}},{"kind":"Field","name":{"kind":"Name","value":"region"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"account_name"},"name":{"kind":"Name","value":"accountName"}},{"kind":"Field","alias":{"kind":"Name","value":"shared_key"},"name":{"kind":"Name","value":"sharedKey"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectionSettingsBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasourceConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3ConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"connection_string"},"name":{"kind":"Name","value":"connectionString"}}]}}]}}]} as unknown as DocumentNode<ConnectionBodyFragment, unknown>;
export const DatasetBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dataset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"created_by"},"name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_by"},"name":{"kind":"Name","value":"updatedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"is_published"},"name":{"kind":"Name","value":"isPublished"}},{"kind":"Field","alias":{"kind":"Name","value":"is_restricted"},"name":{"kind":"Name","value":"isRestricted"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","alias":{"kind":"Name","value":"default_security"},"name":{"kind":"Name","value":"defaultSecurity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]}}]} as unknown as DocumentNode<DatasetBodyFragment, unknown>;
export const ExploreFacetsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ExploreFacets"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Facet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","alias":{"kind":"Name","value":"facets"},"name":{"kind":"Name","value":"tree"}}]}}]} as unknown as DocumentNode<ExploreFacetsFragment, unknown>;
export const FeedbackBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FeedbackBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Feedback"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"record_id"},"name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"comment"}},{"kind":"Field","name":{"kind":"Name","value":"values"}},{"kind":"Field","alias":{"kind":"Name","value":"is_archived"},"name":{"kind":"Name","value":"isArchived"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<FeedbackBodyFragment, unknown>;
export const FieldConfigurationBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FieldConfigurationBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RenameFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"from_name"},"name":{"kind":"Name","value":"fromName"}},{"kind":"Field","alias":{"kind":"Name","value":"to_name"},"name":{"kind":"Name","value":"toName"}},{"kind":"Field","alias":{"kind":"Name","value":"field_label"},"name":{"kind":"Name","value":"fieldLabel"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TypeFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","alias":{"kind":"Name","value":"type_param"},"name":{"kind":"Name","value":"typeParam"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnnotateFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"annotation"}},{"kind":"Field","name":{"kind":"Name","value":"args"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DescriptionFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OrderFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"args"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}}]}}]}}]} as unknown as DocumentNode<FieldConfigurationBodyFragment, unknown>;
export const GlossaryTermBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GlossaryTermBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GlossaryTerm"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"aliases"}},{"kind":"Field","name":{"kind":"Name","value":"description"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"include_description"}}}]}]}]}}]} as unknown as DocumentNode<GlossaryTermBodyFragment, unknown>;
export const MetadataFieldBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MetadataFieldBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataFieldValue"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","alias":{"kind":"Name","value":"remote_value"},"name":{"kind":"Name","value":"remoteValue"}},{"kind":"Field","alias":{"kind":"Name","value":"override_remote_value"},"name":{"kind":"Name","value":"overrideRemoteValue"}}]}}]} as unknown as DocumentNode<MetadataFieldBodyFragment, unknown>;
export const ProcessorBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProcessorBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Processor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"params"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"spread"}}]}]}}]} as unknown as DocumentNode<ProcessorBodyFragment, unknown>;
export const RelatedAssetsBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RelatedAssetsBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AssetRelationConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"relation_type"},"name":{"kind":"Name","value":"relationType"}},{"kind":"Field","name":{"kind":"Name","value":"asset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","alias":{"kind":"Name","value":"asset_type"},"name":{"kind":"Name","value":"assetType"}}]}}]}}]}}]} as unknown as DocumentNode<RelatedAssetsBodyFragment, unknown>;
export const DatasourceBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UploadedFileDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FederatedDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"domain_id"},"name":{"kind":"Name","value":"domainId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","alias":{"kind":"Name","value":"permissions_user"},"name":{"kind":"Name","value":"permissionsUser"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FormDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"form"}},{"kind":"Field","alias":{"kind":"Name","value":"status_to_extract"},"name":{"kind":"Name","value":"statusToExtract"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"drive_id"},"name":{"kind":"Name","value":"driveId"}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"}},{"kind":"Field","alias":{"kind":"Name","value":"preview_query"},"name":{"kind":"Name","value":"previewQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_query"},"name":{"kind":"Name","value":"incrementalQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_field"},"name":{"kind":"Name","value":"incrementalField"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]} as unknown as DocumentNode<DatasourceBodyFragment, unknown>;
export const ResourceBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ResourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","alias":{"kind":"Name","value":"display_name"},"name":{"kind":"Name","value":"displayName"}},{"kind":"Field","alias":{"kind":"Name","value":"extraction_infos"},"name":{"kind":"Name","value":"extractionInfos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","name":{"kind":"Name","value":"origin"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"params"}},{"kind":"Field","name":{"kind":"Name","value":"url"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"datasource"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"warning"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UploadedFileDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FederatedDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"domain_id"},"name":{"kind":"Name","value":"domainId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","alias":{"kind":"Name","value":"permissions_user"},"name":{"kind":"Name","value":"permissionsUser"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FormDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"form"}},{"kind":"Field","alias":{"kind":"Name","value":"status_to_extract"},"name":{"kind":"Name","value":"statusToExtract"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"drive_id"},"name":{"kind":"Name","value":"driveId"}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"}},{"kind":"Field","alias":{"kind":"Name","value":"preview_query"},"name":{"kind":"Name","value":"previewQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_query"},"name":{"kind":"Name","value":"incrementalQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_field"},"name":{"kind":"Name","value":"incrementalField"}}]}}]}}]} as unknown as DocumentNode<ResourceBodyFragment, unknown>;
export const RemoteDatasetBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RemoteDatasetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RemoteDataset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","name":{"kind":"Name","value":"metas"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"annotations"}}]}}]}}]} as unknown as DocumentNode<RemoteDatasetBodyFragment, unknown>;
export const FileBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FileBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ResourceFile"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"mimetype"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<FileBodyFragment, unknown>;
export const PreviewBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PreviewBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ResourcePreview"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","alias":{"kind":"Name","value":"original_name"},"name":{"kind":"Name","value":"originalName"}},{"kind":"Field","name":{"kind":"Name","value":"annotations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"args"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"records"}}]}}]} as unknown as DocumentNode<PreviewBodyFragment, unknown>;
export const ParameterBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ParameterBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Parameter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","alias":{"kind":"Name","value":"is_mandatory"},"name":{"kind":"Name","value":"isMandatory"}},{"kind":"Field","name":{"kind":"Name","value":"description"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"default"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"hidden"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"trim"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"choices"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","alias":{"kind":"Name","value":"can_create_field"},"name":{"kind":"Name","value":"canCreateField"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","alias":{"kind":"Name","value":"impacts_guessed_parameters"},"name":{"kind":"Name","value":"impactsGuessedParameters"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]}]}}]} as unknown as DocumentNode<ParameterBodyFragment, unknown>;
export const SecurityBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SecurityBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetSecurity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]} as unknown as DocumentNode<SecurityBodyFragment, unknown>;
export const UserRulesetBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserRulesetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserRuleset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"security"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SecurityBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SecurityBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetSecurity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]} as unknown as DocumentNode<UserRulesetBodyFragment, unknown>;
export const GroupRulesetBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GroupRulesetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GroupRuleset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"security"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SecurityBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SecurityBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetSecurity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]} as unknown as DocumentNode<GroupRulesetBodyFragment, unknown>;
export const ScheduleBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ScheduleBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Schedule"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"cron_schedule"},"name":{"kind":"Name","value":"cronSchedule"}}]}}]} as unknown as DocumentNode<ScheduleBodyFragment, unknown>;
export const SubmissionResultFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SubmissionResult"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SubmissionPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_valid"},"name":{"kind":"Name","value":"isValid"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<SubmissionResultFragment, unknown>;
export const TemplateFieldBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TemplateFieldBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataTemplateField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","alias":{"kind":"Name","value":"help_text"},"name":{"kind":"Name","value":"helpText"}},{"kind":"Field","alias":{"kind":"Name","value":"is_hidden"},"name":{"kind":"Name","value":"isHidden"}},{"kind":"Field","name":{"kind":"Name","value":"choices"}},{"kind":"Field","alias":{"kind":"Name","value":"requirement_level"},"name":{"kind":"Name","value":"requirementLevel"}}]}}]} as unknown as DocumentNode<TemplateFieldBodyFragment, unknown>;
export const TemplateBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TemplateBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataTemplate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","alias":{"kind":"Name","value":"is_active"},"name":{"kind":"Name","value":"isActive"}},{"kind":"Field","alias":{"kind":"Name","value":"is_always_active"},"name":{"kind":"Name","value":"isAlwaysActive"}},{"kind":"Field","alias":{"kind":"Name","value":"is_system"},"name":{"kind":"Name","value":"isSystem"}},{"kind":"Field","alias":{"kind":"Name","value":"schema"},"name":{"kind":"Name","value":"fields"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TemplateFieldBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TemplateFieldBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataTemplateField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","alias":{"kind":"Name","value":"help_text"},"name":{"kind":"Name","value":"helpText"}},{"kind":"Field","alias":{"kind":"Name","value":"is_hidden"},"name":{"kind":"Name","value":"isHidden"}},{"kind":"Field","name":{"kind":"Name","value":"choices"}},{"kind":"Field","alias":{"kind":"Name","value":"requirement_level"},"name":{"kind":"Name","value":"requirementLevel"}}]}}]} as unknown as DocumentNode<TemplateBodyFragment, unknown>;
export const VersionBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"VersionBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetVersion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"sections"}},{"kind":"Field","alias":{"kind":"Name","value":"created_by"},"name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"can_restore"},"name":{"kind":"Name","value":"canRestore"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<VersionBodyFragment, unknown>;
export const ListDatasetAttachmentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListDatasetAttachments"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"attachments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AttachmentBody"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AttachmentBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Attachment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"mimetype"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<ListDatasetAttachmentsQuery, ListDatasetAttachmentsQueryVariables>;
export const CreateDatasetAttachmentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateDatasetAttachment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateAttachmentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createAttachment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"attachment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AttachmentBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AttachmentBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Attachment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"mimetype"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<CreateDatasetAttachmentMutation, CreateDatasetAttachmentMutationVariables>;
export const RetrieveDatasetAttachmentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveDatasetAttachment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"attachment_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"attachment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"attachment_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AttachmentBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AttachmentBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Attachment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"mimetype"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RetrieveDatasetAttachmentQuery, RetrieveDatasetAttachmentQueryVariables>;
export const DeleteDatasetAttachmentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteDatasetAttachment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteAttachmentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteAttachment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteDatasetAttachmentMutation, DeleteDatasetAttachmentMutationVariables>;
export const DownloadDatasetAttachmentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DownloadDatasetAttachment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"attachment_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"attachment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"attachment_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"mimetype"}},{"kind":"Field","name":{"kind":"Name","value":"bytes"}},{"kind":"Field","name":{"kind":"Name","value":"sha256"}}]}}]}}]}}]} as unknown as DocumentNode<DownloadDatasetAttachmentQuery, DownloadDatasetAttachmentQueryVariables>;
export const DownloadCatalogAttachmentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DownloadCatalogAttachment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"attachment_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalogDataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"attachment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"attachment_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"mimetype"}},{"kind":"Field","name":{"kind":"Name","value":"bytes"}},{"kind":"Field","name":{"kind":"Name","value":"sha256"}}]}}]}}]}}]} as unknown as DocumentNode<DownloadCatalogAttachmentQuery, DownloadCatalogAttachmentQueryVariables>;
export const RetrieveCatalogPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveCatalogPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalogDataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"keywords"}},{"kind":"Field","name":{"kind":"Name","value":"publisher"}},{"kind":"Field","name":{"kind":"Name","value":"license"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"published"}},{"kind":"Field","name":{"kind":"Name","value":"modified"}},{"kind":"Field","name":{"kind":"Name","value":"boundingBox"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"west"}},{"kind":"Field","name":{"kind":"Name","value":"south"}},{"kind":"Field","name":{"kind":"Name","value":"east"}},{"kind":"Field","name":{"kind":"Name","value":"north"}}]}},{"kind":"Field","name":{"kind":"Name","value":"hasRecords"}},{"kind":"Field","name":{"kind":"Name","value":"dataAccess"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isDataVisible"}}]}},{"kind":"Field","name":{"kind":"Name","value":"schema"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","name":{"kind":"Name","value":"exports"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"format"}},{"kind":"Field","name":{"kind":"Name","value":"mediaType"}},{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"attachments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1000"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"mimetype"}},{"kind":"Field","name":{"kind":"Name","value":"bytes"}},{"kind":"Field","name":{"kind":"Name","value":"sha256"}},{"kind":"Field","name":{"kind":"Name","value":"downloadPath"}}]}}]}}]}}]}}]} as unknown as DocumentNode<RetrieveCatalogPageQuery, RetrieveCatalogPageQueryVariables>;
export const CountCatalogPagesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CountCatalogPages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]} as unknown as DocumentNode<CountCatalogPagesQuery, CountCatalogPagesQueryVariables>;
export const ListCatalogPagesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListCatalogPages"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"modified"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ListCatalogPagesQuery, ListCatalogPagesQueryVariables>;
export const ListConnectionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListConnections"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasourceConnections"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectionBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AuthBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConnectionAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BasicAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OAuth2"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","name":{"kind":"Name","value":"scope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Oidc"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","alias":{"kind":"Name","value":"refresh_token"},"name":{"kind":"Name","value":"refreshToken"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AwsSignatureV4"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"access_key_id"},"name":{"kind":"Name","value":"accessKeyId"}},{"kind":"Field","alias":{"kind":"Name","value":"secret_access_key"},"name":{"kind":"Name","value":"secretAccessKey"}},{"kind":"Field","name":{"kind":"Name","value":"region"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"account_name"},"name":{"kind":"Name","value":"accountName"}},{"kind":"Field","alias":{"kind":"Name","value":"shared_key"},"name":{"kind":"Name","value":"sharedKey"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectionSettingsBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasourceConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3ConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"connection_string"},"name":{"kind":"Name","value":"connectionString"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectionBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasourceConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","alias":{"kind":"Name","value":"is_reusable"},"name":{"kind":"Name","value":"isReusable"}},{"kind":"Field","alias":{"kind":"Name","value":"can_reuse"},"name":{"kind":"Name","value":"canReuse"}},{"kind":"Field","alias":{"kind":"Name","value":"can_manage"},"name":{"kind":"Name","value":"canManage"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_count"},"name":{"kind":"Name","value":"datasetCount"}},{"kind":"Field","alias":{"kind":"Name","value":"user_count"},"name":{"kind":"Name","value":"userCount"}},{"kind":"Field","alias":{"kind":"Name","value":"group_count"},"name":{"kind":"Name","value":"groupCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectionSettingsBody"}}]}}]} as unknown as DocumentNode<ListConnectionsQuery, ListConnectionsQueryVariables>;
export const RetrieveConnectionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveConnection"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"connection_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasourceConnection"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"connection_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectionBody"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AuthBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConnectionAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BasicAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OAuth2"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","name":{"kind":"Name","value":"scope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Oidc"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","alias":{"kind":"Name","value":"refresh_token"},"name":{"kind":"Name","value":"refreshToken"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AwsSignatureV4"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"access_key_id"},"name":{"kind":"Name","value":"accessKeyId"}},{"kind":"Field","alias":{"kind":"Name","value":"secret_access_key"},"name":{"kind":"Name","value":"secretAccessKey"}},{"kind":"Field","name":{"kind":"Name","value":"region"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"account_name"},"name":{"kind":"Name","value":"accountName"}},{"kind":"Field","alias":{"kind":"Name","value":"shared_key"},"name":{"kind":"Name","value":"sharedKey"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectionSettingsBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasourceConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3ConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"connection_string"},"name":{"kind":"Name","value":"connectionString"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectionBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasourceConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","alias":{"kind":"Name","value":"is_reusable"},"name":{"kind":"Name","value":"isReusable"}},{"kind":"Field","alias":{"kind":"Name","value":"can_reuse"},"name":{"kind":"Name","value":"canReuse"}},{"kind":"Field","alias":{"kind":"Name","value":"can_manage"},"name":{"kind":"Name","value":"canManage"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_count"},"name":{"kind":"Name","value":"datasetCount"}},{"kind":"Field","alias":{"kind":"Name","value":"user_count"},"name":{"kind":"Name","value":"userCount"}},{"kind":"Field","alias":{"kind":"Name","value":"group_count"},"name":{"kind":"Name","value":"groupCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectionSettingsBody"}}]}}]} as unknown as DocumentNode<RetrieveConnectionQuery, RetrieveConnectionQueryVariables>;
export const CreateConnectionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateConnection"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateDatasourceConnectionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createDatasourceConnection"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectionBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AuthBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConnectionAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BasicAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OAuth2"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","name":{"kind":"Name","value":"scope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Oidc"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","alias":{"kind":"Name","value":"refresh_token"},"name":{"kind":"Name","value":"refreshToken"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AwsSignatureV4"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"access_key_id"},"name":{"kind":"Name","value":"accessKeyId"}},{"kind":"Field","alias":{"kind":"Name","value":"secret_access_key"},"name":{"kind":"Name","value":"secretAccessKey"}},{"kind":"Field","name":{"kind":"Name","value":"region"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"account_name"},"name":{"kind":"Name","value":"accountName"}},{"kind":"Field","alias":{"kind":"Name","value":"shared_key"},"name":{"kind":"Name","value":"sharedKey"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectionSettingsBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasourceConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3ConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"connection_string"},"name":{"kind":"Name","value":"connectionString"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectionBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasourceConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","alias":{"kind":"Name","value":"is_reusable"},"name":{"kind":"Name","value":"isReusable"}},{"kind":"Field","alias":{"kind":"Name","value":"can_reuse"},"name":{"kind":"Name","value":"canReuse"}},{"kind":"Field","alias":{"kind":"Name","value":"can_manage"},"name":{"kind":"Name","value":"canManage"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_count"},"name":{"kind":"Name","value":"datasetCount"}},{"kind":"Field","alias":{"kind":"Name","value":"user_count"},"name":{"kind":"Name","value":"userCount"}},{"kind":"Field","alias":{"kind":"Name","value":"group_count"},"name":{"kind":"Name","value":"groupCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectionSettingsBody"}}]}}]} as unknown as DocumentNode<CreateConnectionMutation, CreateConnectionMutationVariables>;
export const UpdateConnectionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateConnection"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateDatasourceConnectionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateDatasourceConnection"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectionBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AuthBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConnectionAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BasicAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OAuth2"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","name":{"kind":"Name","value":"scope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Oidc"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","alias":{"kind":"Name","value":"refresh_token"},"name":{"kind":"Name","value":"refreshToken"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AwsSignatureV4"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"access_key_id"},"name":{"kind":"Name","value":"accessKeyId"}},{"kind":"Field","alias":{"kind":"Name","value":"secret_access_key"},"name":{"kind":"Name","value":"secretAccessKey"}},{"kind":"Field","name":{"kind":"Name","value":"region"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"account_name"},"name":{"kind":"Name","value":"accountName"}},{"kind":"Field","alias":{"kind":"Name","value":"shared_key"},"name":{"kind":"Name","value":"sharedKey"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectionSettingsBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasourceConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3ConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"connection_string"},"name":{"kind":"Name","value":"connectionString"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectionBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasourceConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","alias":{"kind":"Name","value":"is_reusable"},"name":{"kind":"Name","value":"isReusable"}},{"kind":"Field","alias":{"kind":"Name","value":"can_reuse"},"name":{"kind":"Name","value":"canReuse"}},{"kind":"Field","alias":{"kind":"Name","value":"can_manage"},"name":{"kind":"Name","value":"canManage"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_count"},"name":{"kind":"Name","value":"datasetCount"}},{"kind":"Field","alias":{"kind":"Name","value":"user_count"},"name":{"kind":"Name","value":"userCount"}},{"kind":"Field","alias":{"kind":"Name","value":"group_count"},"name":{"kind":"Name","value":"groupCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectionSettingsBody"}}]}}]} as unknown as DocumentNode<UpdateConnectionMutation, UpdateConnectionMutationVariables>;
export const DeleteConnectionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteConnection"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteDatasourceConnectionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteDatasourceConnection"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}}]} as unknown as DocumentNode<DeleteConnectionMutation, DeleteConnectionMutationVariables>;
export const ListDatasetsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListDatasets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"datasetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasetBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dataset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"created_by"},"name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_by"},"name":{"kind":"Name","value":"updatedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"is_published"},"name":{"kind":"Name","value":"isPublished"}},{"kind":"Field","alias":{"kind":"Name","value":"is_restricted"},"name":{"kind":"Name","value":"isRestricted"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","alias":{"kind":"Name","value":"default_security"},"name":{"kind":"Name","value":"defaultSecurity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]}}]} as unknown as DocumentNode<ListDatasetsQuery, ListDatasetsQueryVariables>;
export const RetrieveDatasetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveDataset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasetBody"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dataset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"created_by"},"name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_by"},"name":{"kind":"Name","value":"updatedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"is_published"},"name":{"kind":"Name","value":"isPublished"}},{"kind":"Field","alias":{"kind":"Name","value":"is_restricted"},"name":{"kind":"Name","value":"isRestricted"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","alias":{"kind":"Name","value":"default_security"},"name":{"kind":"Name","value":"defaultSecurity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]}}]} as unknown as DocumentNode<RetrieveDatasetQuery, RetrieveDatasetQueryVariables>;
export const CreateDatasetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateDataset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateDatasetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createDataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasetBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dataset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"created_by"},"name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_by"},"name":{"kind":"Name","value":"updatedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"is_published"},"name":{"kind":"Name","value":"isPublished"}},{"kind":"Field","alias":{"kind":"Name","value":"is_restricted"},"name":{"kind":"Name","value":"isRestricted"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","alias":{"kind":"Name","value":"default_security"},"name":{"kind":"Name","value":"defaultSecurity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]}}]} as unknown as DocumentNode<CreateDatasetMutation, CreateDatasetMutationVariables>;
export const CopyDatasetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CopyDataset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetActionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"copyDataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasetBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dataset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"created_by"},"name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_by"},"name":{"kind":"Name","value":"updatedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"is_published"},"name":{"kind":"Name","value":"isPublished"}},{"kind":"Field","alias":{"kind":"Name","value":"is_restricted"},"name":{"kind":"Name","value":"isRestricted"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","alias":{"kind":"Name","value":"default_security"},"name":{"kind":"Name","value":"defaultSecurity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]}}]} as unknown as DocumentNode<CopyDatasetMutation, CopyDatasetMutationVariables>;
export const UpdateDatasetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateDataset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateDatasetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateDataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasetBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dataset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"created_by"},"name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_by"},"name":{"kind":"Name","value":"updatedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"is_published"},"name":{"kind":"Name","value":"isPublished"}},{"kind":"Field","alias":{"kind":"Name","value":"is_restricted"},"name":{"kind":"Name","value":"isRestricted"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","alias":{"kind":"Name","value":"default_security"},"name":{"kind":"Name","value":"defaultSecurity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateDatasetMutation, UpdateDatasetMutationVariables>;
export const RestoreVersionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreVersion"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreVersionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreVersion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasetBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dataset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"created_by"},"name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_by"},"name":{"kind":"Name","value":"updatedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"is_published"},"name":{"kind":"Name","value":"isPublished"}},{"kind":"Field","alias":{"kind":"Name","value":"is_restricted"},"name":{"kind":"Name","value":"isRestricted"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","alias":{"kind":"Name","value":"default_security"},"name":{"kind":"Name","value":"defaultSecurity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreVersionMutation, RestoreVersionMutationVariables>;
export const DeleteDatasetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteDataset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetActionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteDataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}}]} as unknown as DocumentNode<DeleteDatasetMutation, DeleteDatasetMutationVariables>;
export const DatasetRightsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DatasetRights"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"mayEdit"}},{"kind":"Field","name":{"kind":"Name","value":"mayPublish"}},{"kind":"Field","name":{"kind":"Name","value":"mayManage"}}]}}]}}]} as unknown as DocumentNode<DatasetRightsQuery, DatasetRightsQueryVariables>;
export const RetrieveExploreRootDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveExploreRoot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"portalSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isMarketplaceEnabled"}}]}}]}}]} as unknown as DocumentNode<RetrieveExploreRootQuery, RetrieveExploreRootQueryVariables>;
export const RetrieveExploreCatalogDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveExploreCatalog"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"portalSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isMarketplaceEnabled"}}]}}]}}]} as unknown as DocumentNode<RetrieveExploreCatalogQuery, RetrieveExploreCatalogQueryVariables>;
export const ListExploreDatasetsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListExploreDatasets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"OdsqlInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"isSelected"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withExtras"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withLinks"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalogRows"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"odsql"},"value":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isSelected"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"datasets"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"skip"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isSelected"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"exploreValues"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"withExtras"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withExtras"}}},{"kind":"Argument","name":{"kind":"Name","value":"withLinks"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withLinks"}}}]}]}}]}}]}}]} as unknown as DocumentNode<ListExploreDatasetsQuery, ListExploreDatasetsQueryVariables>;
export const RetrieveExploreDatasetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveExploreDataset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"OdsqlInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"isSelected"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withExtras"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withLinks"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalogDataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"datasetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}}}]}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"skip"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isSelected"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"exploreValues"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"withExtras"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withExtras"}}},{"kind":"Argument","name":{"kind":"Name","value":"withLinks"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withLinks"}}}]}]}},{"kind":"Field","name":{"kind":"Name","value":"catalogRows"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"odsql"},"value":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isSelected"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"}}]}}]}}]} as unknown as DocumentNode<RetrieveExploreDatasetQuery, RetrieveExploreDatasetQueryVariables>;
export const ListExploreCatalogFacetsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListExploreCatalogFacets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"OdsqlInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalogRows"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"odsql"},"value":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"facets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ExploreFacets"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ExploreFacets"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Facet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","alias":{"kind":"Name","value":"facets"},"name":{"kind":"Name","value":"tree"}}]}}]} as unknown as DocumentNode<ListExploreCatalogFacetsQuery, ListExploreCatalogFacetsQueryVariables>;
export const CountExploreCallDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CountExploreCall"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"datasetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quotaUsage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"remaining"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CountExploreCallQuery, CountExploreCallQueryVariables>;
export const ListExploreRecordsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListExploreRecords"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"OdsqlInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"datasetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"odsql"},"value":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"results"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ListExploreRecordsQuery, ListExploreRecordsQueryVariables>;
export const RetrieveExploreRecordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveExploreRecord"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"record_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"select"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"timezone"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"lang"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Language"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"datasetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"recordId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"record_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"select"},"value":{"kind":"Variable","name":{"kind":"Name","value":"select"}}},{"kind":"Argument","name":{"kind":"Name","value":"timezone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timezone"}}},{"kind":"Argument","name":{"kind":"Name","value":"lang"},"value":{"kind":"Variable","name":{"kind":"Name","value":"lang"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}}]}}]}}]} as unknown as DocumentNode<RetrieveExploreRecordQuery, RetrieveExploreRecordQueryVariables>;
export const ListExploreFacetsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListExploreFacets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"OdsqlInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"datasetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"odsql"},"value":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"facets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ExploreFacets"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ExploreFacets"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Facet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","alias":{"kind":"Name","value":"facets"},"name":{"kind":"Name","value":"tree"}}]}}]} as unknown as DocumentNode<ListExploreFacetsQuery, ListExploreFacetsQueryVariables>;
export const ListExploreAttachmentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListExploreAttachments"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"datasetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","name":{"kind":"Name","value":"attachments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1000"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"mimetype"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<ListExploreAttachmentsQuery, ListExploreAttachmentsQueryVariables>;
export const DownloadExploreAttachmentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DownloadExploreAttachment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"attachment_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"datasetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","name":{"kind":"Name","value":"attachment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"attachment_id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"mimetype"}},{"kind":"Field","name":{"kind":"Name","value":"bytes"}},{"kind":"Field","name":{"kind":"Name","value":"sha256"}}]}}]}}]}}]}}]} as unknown as DocumentNode<DownloadExploreAttachmentQuery, DownloadExploreAttachmentQueryVariables>;
export const DownloadExploreFileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DownloadExploreFile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"file_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"datasetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"file"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fileId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"file_id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"mimetype"}},{"kind":"Field","name":{"kind":"Name","value":"bytes"}},{"kind":"Field","name":{"kind":"Name","value":"sha256"}}]}}]}}]}}]}}]} as unknown as DocumentNode<DownloadExploreFileQuery, DownloadExploreFileQueryVariables>;
export const ListExploreExportsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListExploreExports"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"datasetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"exports"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"format"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ListExploreExportsQuery, ListExploreExportsQueryVariables>;
export const ExportExploreRecordsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExportExploreRecords"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"format"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ExportFormat"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"OdsqlInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"options"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ExportOptionsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}},{"kind":"Argument","name":{"kind":"Name","value":"datasetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"export"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"format"},"value":{"kind":"Variable","name":{"kind":"Name","value":"format"}}},{"kind":"Argument","name":{"kind":"Name","value":"odsql"},"value":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}}},{"kind":"Argument","name":{"kind":"Name","value":"options"},"value":{"kind":"Variable","name":{"kind":"Name","value":"options"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mediaType"}},{"kind":"Field","name":{"kind":"Name","value":"filename"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ExportExploreRecordsQuery, ExportExploreRecordsQueryVariables>;
export const ListExploreCatalogExportsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListExploreCatalogExports"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalogExports"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"format"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]} as unknown as DocumentNode<ListExploreCatalogExportsQuery, ListExploreCatalogExportsQueryVariables>;
export const ExportExploreCatalogDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExportExploreCatalog"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"format"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CatalogExportFormat"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"OdsqlInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"options"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ExportOptionsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"catalogExport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"format"},"value":{"kind":"Variable","name":{"kind":"Name","value":"format"}}},{"kind":"Argument","name":{"kind":"Name","value":"odsql"},"value":{"kind":"Variable","name":{"kind":"Name","value":"odsql"}}},{"kind":"Argument","name":{"kind":"Name","value":"options"},"value":{"kind":"Variable","name":{"kind":"Name","value":"options"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mediaType"}},{"kind":"Field","name":{"kind":"Name","value":"filename"}}]}}]}}]} as unknown as DocumentNode<ExportExploreCatalogQuery, ExportExploreCatalogQueryVariables>;
export const ListDatasetFeedbacksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListDatasetFeedbacks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"record_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"is_archived"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FeedbackSort"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"mayEdit"}},{"kind":"Field","name":{"kind":"Name","value":"feedbacks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"recordId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"record_id"}}},{"kind":"Argument","name":{"kind":"Name","value":"isArchived"},"value":{"kind":"Variable","name":{"kind":"Name","value":"is_archived"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FeedbackBody"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FeedbackBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Feedback"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"record_id"},"name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"comment"}},{"kind":"Field","name":{"kind":"Name","value":"values"}},{"kind":"Field","alias":{"kind":"Name","value":"is_archived"},"name":{"kind":"Name","value":"isArchived"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<ListDatasetFeedbacksQuery, ListDatasetFeedbacksQueryVariables>;
export const RetrieveDatasetFeedbackDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveDatasetFeedback"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"feedback_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"mayEdit"}},{"kind":"Field","name":{"kind":"Name","value":"feedback"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"feedback_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FeedbackBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FeedbackBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Feedback"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"record_id"},"name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"comment"}},{"kind":"Field","name":{"kind":"Name","value":"values"}},{"kind":"Field","alias":{"kind":"Name","value":"is_archived"},"name":{"kind":"Name","value":"isArchived"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RetrieveDatasetFeedbackQuery, RetrieveDatasetFeedbackQueryVariables>;
export const ArchiveDatasetFeedbackDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ArchiveDatasetFeedback"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ArchiveFeedbackInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"archiveFeedback"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"feedback"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FeedbackBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FeedbackBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Feedback"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"record_id"},"name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"comment"}},{"kind":"Field","name":{"kind":"Name","value":"values"}},{"kind":"Field","alias":{"kind":"Name","value":"is_archived"},"name":{"kind":"Name","value":"isArchived"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<ArchiveDatasetFeedbackMutation, ArchiveDatasetFeedbackMutationVariables>;
export const ListFieldConfigurationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListFieldConfigurations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"fieldConfigurations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FieldConfigurationBody"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FieldConfigurationBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RenameFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"from_name"},"name":{"kind":"Name","value":"fromName"}},{"kind":"Field","alias":{"kind":"Name","value":"to_name"},"name":{"kind":"Name","value":"toName"}},{"kind":"Field","alias":{"kind":"Name","value":"field_label"},"name":{"kind":"Name","value":"fieldLabel"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TypeFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","alias":{"kind":"Name","value":"type_param"},"name":{"kind":"Name","value":"typeParam"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnnotateFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"annotation"}},{"kind":"Field","name":{"kind":"Name","value":"args"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DescriptionFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OrderFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"args"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}}]}}]}}]} as unknown as DocumentNode<ListFieldConfigurationsQuery, ListFieldConfigurationsQueryVariables>;
export const RetrieveFieldConfigurationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveFieldConfiguration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"field_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"fieldConfiguration"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"field_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FieldConfigurationBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FieldConfigurationBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RenameFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"from_name"},"name":{"kind":"Name","value":"fromName"}},{"kind":"Field","alias":{"kind":"Name","value":"to_name"},"name":{"kind":"Name","value":"toName"}},{"kind":"Field","alias":{"kind":"Name","value":"field_label"},"name":{"kind":"Name","value":"fieldLabel"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TypeFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","alias":{"kind":"Name","value":"type_param"},"name":{"kind":"Name","value":"typeParam"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnnotateFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"annotation"}},{"kind":"Field","name":{"kind":"Name","value":"args"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DescriptionFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OrderFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"args"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}}]}}]}}]} as unknown as DocumentNode<RetrieveFieldConfigurationQuery, RetrieveFieldConfigurationQueryVariables>;
export const AppendFieldConfigurationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AppendFieldConfiguration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AppendFieldConfigurationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"appendFieldConfiguration"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fieldConfiguration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FieldConfigurationBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FieldConfigurationBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RenameFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"from_name"},"name":{"kind":"Name","value":"fromName"}},{"kind":"Field","alias":{"kind":"Name","value":"to_name"},"name":{"kind":"Name","value":"toName"}},{"kind":"Field","alias":{"kind":"Name","value":"field_label"},"name":{"kind":"Name","value":"fieldLabel"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TypeFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","alias":{"kind":"Name","value":"type_param"},"name":{"kind":"Name","value":"typeParam"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnnotateFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"annotation"}},{"kind":"Field","name":{"kind":"Name","value":"args"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DescriptionFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OrderFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"args"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}}]}}]}}]} as unknown as DocumentNode<AppendFieldConfigurationMutation, AppendFieldConfigurationMutationVariables>;
export const UpdateFieldConfigurationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateFieldConfiguration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateFieldConfigurationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateFieldConfiguration"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fieldConfiguration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FieldConfigurationBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FieldConfigurationBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RenameFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"from_name"},"name":{"kind":"Name","value":"fromName"}},{"kind":"Field","alias":{"kind":"Name","value":"to_name"},"name":{"kind":"Name","value":"toName"}},{"kind":"Field","alias":{"kind":"Name","value":"field_label"},"name":{"kind":"Name","value":"fieldLabel"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TypeFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","alias":{"kind":"Name","value":"type_param"},"name":{"kind":"Name","value":"typeParam"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AnnotateFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"annotation"}},{"kind":"Field","name":{"kind":"Name","value":"args"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DescriptionFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OrderFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"args"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteFieldConfiguration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}}]}}]}}]} as unknown as DocumentNode<UpdateFieldConfigurationMutation, UpdateFieldConfigurationMutationVariables>;
export const DeleteFieldConfigurationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteFieldConfiguration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteFieldConfigurationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteFieldConfiguration"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteFieldConfigurationMutation, DeleteFieldConfigurationMutationVariables>;
export const RetrieveFormDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveForm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"form_slug"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"form"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"slug"},"value":{"kind":"Variable","name":{"kind":"Name","value":"form_slug"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","alias":{"kind":"Name","value":"default_language"},"name":{"kind":"Name","value":"defaultLanguage"}},{"kind":"Field","alias":{"kind":"Name","value":"other_languages"},"name":{"kind":"Name","value":"otherLanguages"}},{"kind":"Field","name":{"kind":"Name","value":"sections"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"blocks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"field_id"},"name":{"kind":"Name","value":"fieldId"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}},{"kind":"Field","alias":{"kind":"Name","value":"help_text"},"name":{"kind":"Name","value":"helpText"}},{"kind":"Field","name":{"kind":"Name","value":"required"}},{"kind":"Field","name":{"kind":"Name","value":"unique"}},{"kind":"Field","alias":{"kind":"Name","value":"conditions_action"},"name":{"kind":"Name","value":"conditionsAction"}},{"kind":"Field","alias":{"kind":"Name","value":"conditions_match"},"name":{"kind":"Name","value":"conditionsMatch"}},{"kind":"Field","name":{"kind":"Name","value":"conditions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"field_id"},"name":{"kind":"Name","value":"fieldId"}},{"kind":"Field","name":{"kind":"Name","value":"operator"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"text"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_long"},"name":{"kind":"Name","value":"isLong"}}]}},{"kind":"Field","name":{"kind":"Name","value":"number"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_integer"},"name":{"kind":"Name","value":"isInteger"}},{"kind":"Field","name":{"kind":"Name","value":"min"}},{"kind":"Field","name":{"kind":"Name","value":"max"}}]}},{"kind":"Field","name":{"kind":"Name","value":"contact"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"sub_fields"},"name":{"kind":"Name","value":"subFields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"required"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"default_country"},"name":{"kind":"Name","value":"defaultCountry"}}]}},{"kind":"Field","name":{"kind":"Name","value":"choice"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"options"}},{"kind":"Field","alias":{"kind":"Name","value":"is_multiple"},"name":{"kind":"Name","value":"isMultiple"}},{"kind":"Field","alias":{"kind":"Name","value":"allows_other"},"name":{"kind":"Name","value":"allowsOther"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"advanced_choice"},"name":{"kind":"Name","value":"advancedChoice"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"dataset_uid"},"name":{"kind":"Name","value":"datasetUid"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","alias":{"kind":"Name","value":"is_multiple"},"name":{"kind":"Name","value":"isMultiple"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"date_time"},"name":{"kind":"Name","value":"dateTime"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"has_time"},"name":{"kind":"Name","value":"hasTime"}},{"kind":"Field","name":{"kind":"Name","value":"min"}},{"kind":"Field","name":{"kind":"Name","value":"max"}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"enable_recaptcha"},"name":{"kind":"Name","value":"isRecaptchaEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"ending"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"page"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"url"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]}]}},{"kind":"Field","alias":{"kind":"Name","value":"access_type"},"name":{"kind":"Name","value":"accessType"}},{"kind":"Field","alias":{"kind":"Name","value":"enable_frontoffice_submission_edition"},"name":{"kind":"Name","value":"isEditingEnabled"}}]}}]}}]} as unknown as DocumentNode<RetrieveFormQuery, RetrieveFormQueryVariables>;
export const ListGlossaryTermsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListGlossaryTerms"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"include_description"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"glossaryTerms"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1000"}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GlossaryTermBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GlossaryTermBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GlossaryTerm"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"aliases"}},{"kind":"Field","name":{"kind":"Name","value":"description"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"include_description"}}}]}]}]}}]} as unknown as DocumentNode<ListGlossaryTermsQuery, ListGlossaryTermsQueryVariables>;
export const RetrieveGlossaryTermDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveGlossaryTerm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"include_description"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"glossaryTerm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GlossaryTermBody"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GlossaryTermBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GlossaryTerm"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"aliases"}},{"kind":"Field","name":{"kind":"Name","value":"description"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"include_description"}}}]}]}]}}]} as unknown as DocumentNode<RetrieveGlossaryTermQuery, RetrieveGlossaryTermQueryVariables>;
export const ListAllDatasetMetadataDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListAllDatasetMetadata"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}}]}}]}}]} as unknown as DocumentNode<ListAllDatasetMetadataQuery, ListAllDatasetMetadataQueryVariables>;
export const UpdateAllDatasetMetadataDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateAllDatasetMetadata"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateDatasetMetadataInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateDatasetMetadata"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateAllDatasetMetadataMutation, UpdateAllDatasetMetadataMutationVariables>;
export const ListTemplateDatasetMetadataDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListTemplateDatasetMetadata"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"template_name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"metadataTemplate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"template_name"}}}]}]}}]}}]} as unknown as DocumentNode<ListTemplateDatasetMetadataQuery, ListTemplateDatasetMetadataQueryVariables>;
export const UpdateTemplateDatasetMetadataDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateTemplateDatasetMetadata"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateDatasetMetadataTemplateInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"template_name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateDatasetMetadataTemplate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"metadataTemplate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"template_name"}}}]}]}}]}}]}}]} as unknown as DocumentNode<UpdateTemplateDatasetMetadataMutation, UpdateTemplateDatasetMetadataMutationVariables>;
export const RetrieveMetadataDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveMetadata"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"template_name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"template_field_name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"metadataField"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"template"},"value":{"kind":"Variable","name":{"kind":"Name","value":"template_name"}}},{"kind":"Argument","name":{"kind":"Name","value":"field"},"value":{"kind":"Variable","name":{"kind":"Name","value":"template_field_name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MetadataFieldBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MetadataFieldBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataFieldValue"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","alias":{"kind":"Name","value":"remote_value"},"name":{"kind":"Name","value":"remoteValue"}},{"kind":"Field","alias":{"kind":"Name","value":"override_remote_value"},"name":{"kind":"Name","value":"overrideRemoteValue"}}]}}]} as unknown as DocumentNode<RetrieveMetadataQuery, RetrieveMetadataQueryVariables>;
export const UpdateMetadataDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateMetadata"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateDatasetMetadataFieldInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"template_name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"template_field_name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateDatasetMetadataField"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"metadataField"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"template"},"value":{"kind":"Variable","name":{"kind":"Name","value":"template_name"}}},{"kind":"Argument","name":{"kind":"Name","value":"field"},"value":{"kind":"Variable","name":{"kind":"Name","value":"template_field_name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MetadataFieldBody"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MetadataFieldBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataFieldValue"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","alias":{"kind":"Name","value":"remote_value"},"name":{"kind":"Name","value":"remoteValue"}},{"kind":"Field","alias":{"kind":"Name","value":"override_remote_value"},"name":{"kind":"Name","value":"overrideRemoteValue"}}]}}]} as unknown as DocumentNode<UpdateMetadataMutation, UpdateMetadataMutationVariables>;
export const DeleteMetadataDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteMetadata"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteDatasetMetadataFieldInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteDatasetMetadataField"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteMetadataMutation, DeleteMetadataMutationVariables>;
export const ListStudioPagesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListStudioPages"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"studioPages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"is_restricted"},"name":{"kind":"Name","value":"isRestricted"}}]}}]}}]}}]} as unknown as DocumentNode<ListStudioPagesQuery, ListStudioPagesQueryVariables>;
export const RetrieveStudioPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveStudioPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"slug"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"studioPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"slug"},"value":{"kind":"Variable","name":{"kind":"Name","value":"slug"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"data_providers"},"name":{"kind":"Name","value":"dataProviders"}},{"kind":"Field","name":{"kind":"Name","value":"blocks"}},{"kind":"Field","name":{"kind":"Name","value":"layouts"}},{"kind":"Field","name":{"kind":"Name","value":"filters"}}]}}]}}]}}]} as unknown as DocumentNode<RetrieveStudioPageQuery, RetrieveStudioPageQueryVariables>;
export const ListCodeEditorPagesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListCodeEditorPages"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codeEditorPages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","alias":{"kind":"Name","value":"title"},"name":{"kind":"Name","value":"titles"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"is_restricted"},"name":{"kind":"Name","value":"isRestricted"}}]}}]}}]}}]} as unknown as DocumentNode<ListCodeEditorPagesQuery, ListCodeEditorPagesQueryVariables>;
export const RetrieveCodeEditorPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveCodeEditorPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"slug"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codeEditorPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"slug"},"value":{"kind":"Variable","name":{"kind":"Name","value":"slug"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","alias":{"kind":"Name","value":"title"},"name":{"kind":"Name","value":"titles"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"html"}},{"kind":"Field","name":{"kind":"Name","value":"css"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<RetrieveCodeEditorPageQuery, RetrieveCodeEditorPageQueryVariables>;
export const RetrieveCodeEditorPageTranslationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveCodeEditorPageTranslation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"slug"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"language"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codeEditorPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"slug"},"value":{"kind":"Variable","name":{"kind":"Name","value":"slug"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"translation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"language"},"value":{"kind":"Variable","name":{"kind":"Name","value":"language"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"html"}},{"kind":"Field","name":{"kind":"Name","value":"css"}}]}}]}}]}}]} as unknown as DocumentNode<RetrieveCodeEditorPageTranslationQuery, RetrieveCodeEditorPageTranslationQueryVariables>;
export const ListProcessorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListProcessors"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"processors"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProcessorBody"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProcessorBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Processor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"params"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"spread"}}]}]}}]} as unknown as DocumentNode<ListProcessorsQuery, ListProcessorsQueryVariables>;
export const RetrieveProcessorDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveProcessor"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"processor_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"processor"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"processor_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProcessorBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProcessorBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Processor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"params"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"spread"}}]}]}}]} as unknown as DocumentNode<RetrieveProcessorQuery, RetrieveProcessorQueryVariables>;
export const AppendProcessorDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AppendProcessor"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AppendProcessorInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"appendProcessor"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"processor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProcessorBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProcessorBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Processor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"params"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"spread"}}]}]}}]} as unknown as DocumentNode<AppendProcessorMutation, AppendProcessorMutationVariables>;
export const UpdateProcessorDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateProcessor"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateProcessorInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateProcessor"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"processor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ProcessorBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ProcessorBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Processor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"params"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"spread"}}]}]}}]} as unknown as DocumentNode<UpdateProcessorMutation, UpdateProcessorMutationVariables>;
export const DeleteProcessorDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteProcessor"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteProcessorInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteProcessor"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteProcessorMutation, DeleteProcessorMutationVariables>;
export const ListProcessorTypesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListProcessorTypes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"processorTypes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ParameterBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ParameterBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Parameter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","alias":{"kind":"Name","value":"is_mandatory"},"name":{"kind":"Name","value":"isMandatory"}},{"kind":"Field","name":{"kind":"Name","value":"description"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"default"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"hidden"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"trim"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"choices"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","alias":{"kind":"Name","value":"can_create_field"},"name":{"kind":"Name","value":"canCreateField"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","alias":{"kind":"Name","value":"impacts_guessed_parameters"},"name":{"kind":"Name","value":"impactsGuessedParameters"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]}]}}]} as unknown as DocumentNode<ListProcessorTypesQuery, ListProcessorTypesQueryVariables>;
export const ListIdentityProvidersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListIdentityProviders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"lang"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"identityProviders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"isActive"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"provider_type"},"name":{"kind":"Name","value":"type"}},{"kind":"Field","alias":{"kind":"Name","value":"provider_name"},"name":{"kind":"Name","value":"name"}},{"kind":"Field","alias":{"kind":"Name","value":"login_link"},"name":{"kind":"Name","value":"loginLink"}},{"kind":"Field","alias":{"kind":"Name","value":"login_link_label"},"name":{"kind":"Name","value":"loginLinkLabel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"language"},"value":{"kind":"Variable","name":{"kind":"Name","value":"lang"}}}]},{"kind":"Field","alias":{"kind":"Name","value":"is_default_login"},"name":{"kind":"Name","value":"isDefaultLogin"}}]}}]}}]}}]} as unknown as DocumentNode<ListIdentityProvidersQuery, ListIdentityProvidersQueryVariables>;
export const RetrieveDatasetStatusDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveDatasetStatus"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","alias":{"kind":"Name","value":"is_published"},"name":{"kind":"Name","value":"isPublished"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","alias":{"kind":"Name","value":"records_errors"},"name":{"kind":"Name","value":"recordsErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"record_id"},"name":{"kind":"Name","value":"recordId"}},{"kind":"Field","alias":{"kind":"Name","value":"field_uid"},"name":{"kind":"Name","value":"fieldUid"}},{"kind":"Field","alias":{"kind":"Name","value":"processor_uid"},"name":{"kind":"Name","value":"processorUid"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"params"}}]}}]}}]}}]} as unknown as DocumentNode<RetrieveDatasetStatusQuery, RetrieveDatasetStatusQueryVariables>;
export const PublishDatasetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PublishDataset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PublishDatasetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"publishDataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}}]} as unknown as DocumentNode<PublishDatasetMutation, PublishDatasetMutationVariables>;
export const PublishDatasetMetadataDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PublishDatasetMetadata"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetActionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"publishDatasetMetadata"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}}]} as unknown as DocumentNode<PublishDatasetMetadataMutation, PublishDatasetMetadataMutationVariables>;
export const AbortDatasetPublishingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AbortDatasetPublishing"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetActionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"abortDatasetPublishing"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}}]} as unknown as DocumentNode<AbortDatasetPublishingMutation, AbortDatasetPublishingMutationVariables>;
export const UnpublishDatasetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnpublishDataset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetActionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unpublishDataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}}]} as unknown as DocumentNode<UnpublishDatasetMutation, UnpublishDatasetMutationVariables>;
export const RetrieveCatalogAssetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveCatalogAsset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"asset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asset_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"portalSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isMarketplaceEnabled"}}]}}]}}]} as unknown as DocumentNode<RetrieveCatalogAssetQuery, RetrieveCatalogAssetQueryVariables>;
export const ListAssetUsesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListAssetUses"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"relation_type"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RelationType"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"category"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"is_showcase"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"asset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asset_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uses"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"relationType"},"value":{"kind":"Variable","name":{"kind":"Name","value":"relation_type"}}},{"kind":"Argument","name":{"kind":"Name","value":"category"},"value":{"kind":"Variable","name":{"kind":"Name","value":"category"}}},{"kind":"Argument","name":{"kind":"Name","value":"isShowcase"},"value":{"kind":"Variable","name":{"kind":"Name","value":"is_showcase"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RelatedAssetsBody"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"portalSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isMarketplaceEnabled"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RelatedAssetsBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AssetRelationConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"relation_type"},"name":{"kind":"Name","value":"relationType"}},{"kind":"Field","name":{"kind":"Name","value":"asset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","alias":{"kind":"Name","value":"asset_type"},"name":{"kind":"Name","value":"assetType"}}]}}]}}]}}]} as unknown as DocumentNode<ListAssetUsesQuery, ListAssetUsesQueryVariables>;
export const ListAssetSourcesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListAssetSources"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"relation_type"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RelationType"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"category"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"is_showcase"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"asset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asset_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sources"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"relationType"},"value":{"kind":"Variable","name":{"kind":"Name","value":"relation_type"}}},{"kind":"Argument","name":{"kind":"Name","value":"category"},"value":{"kind":"Variable","name":{"kind":"Name","value":"category"}}},{"kind":"Argument","name":{"kind":"Name","value":"isShowcase"},"value":{"kind":"Variable","name":{"kind":"Name","value":"is_showcase"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RelatedAssetsBody"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"portalSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isMarketplaceEnabled"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RelatedAssetsBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AssetRelationConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"relation_type"},"name":{"kind":"Name","value":"relationType"}},{"kind":"Field","name":{"kind":"Name","value":"asset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","alias":{"kind":"Name","value":"asset_type"},"name":{"kind":"Name","value":"assetType"}}]}}]}}]}}]} as unknown as DocumentNode<ListAssetSourcesQuery, ListAssetSourcesQueryVariables>;
export const ListExtractorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListExtractors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"extractors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ParameterBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ParameterBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Parameter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","alias":{"kind":"Name","value":"is_mandatory"},"name":{"kind":"Name","value":"isMandatory"}},{"kind":"Field","name":{"kind":"Name","value":"description"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"default"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"hidden"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"trim"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"choices"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","alias":{"kind":"Name","value":"can_create_field"},"name":{"kind":"Name","value":"canCreateField"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","alias":{"kind":"Name","value":"impacts_guessed_parameters"},"name":{"kind":"Name","value":"impactsGuessedParameters"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]}]}}]} as unknown as DocumentNode<ListExtractorsQuery, ListExtractorsQueryVariables>;
export const ListResourcesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListResources"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expand_connection"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expand_dataset"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"resources"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ResourceBody"}},{"kind":"Field","name":{"kind":"Name","value":"connection"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expand_connection"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectionBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"remoteDataset"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expand_dataset"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RemoteDatasetBody"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UploadedFileDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FederatedDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"domain_id"},"name":{"kind":"Name","value":"domainId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","alias":{"kind":"Name","value":"permissions_user"},"name":{"kind":"Name","value":"permissionsUser"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FormDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"form"}},{"kind":"Field","alias":{"kind":"Name","value":"status_to_extract"},"name":{"kind":"Name","value":"statusToExtract"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"drive_id"},"name":{"kind":"Name","value":"driveId"}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"}},{"kind":"Field","alias":{"kind":"Name","value":"preview_query"},"name":{"kind":"Name","value":"previewQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_query"},"name":{"kind":"Name","value":"incrementalQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_field"},"name":{"kind":"Name","value":"incrementalField"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AuthBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConnectionAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BasicAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OAuth2"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","name":{"kind":"Name","value":"scope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Oidc"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","alias":{"kind":"Name","value":"refresh_token"},"name":{"kind":"Name","value":"refreshToken"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AwsSignatureV4"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"access_key_id"},"name":{"kind":"Name","value":"accessKeyId"}},{"kind":"Field","alias":{"kind":"Name","value":"secret_access_key"},"name":{"kind":"Name","value":"secretAccessKey"}},{"kind":"Field","name":{"kind":"Name","value":"region"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"account_name"},"name":{"kind":"Name","value":"accountName"}},{"kind":"Field","alias":{"kind":"Name","value":"shared_key"},"name":{"kind":"Name","value":"sharedKey"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectionSettingsBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasourceConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3ConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"connection_string"},"name":{"kind":"Name","value":"connectionString"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ResourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","alias":{"kind":"Name","value":"display_name"},"name":{"kind":"Name","value":"displayName"}},{"kind":"Field","alias":{"kind":"Name","value":"extraction_infos"},"name":{"kind":"Name","value":"extractionInfos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","name":{"kind":"Name","value":"origin"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"params"}},{"kind":"Field","name":{"kind":"Name","value":"url"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"datasource"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"warning"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectionBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasourceConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","alias":{"kind":"Name","value":"is_reusable"},"name":{"kind":"Name","value":"isReusable"}},{"kind":"Field","alias":{"kind":"Name","value":"can_reuse"},"name":{"kind":"Name","value":"canReuse"}},{"kind":"Field","alias":{"kind":"Name","value":"can_manage"},"name":{"kind":"Name","value":"canManage"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_count"},"name":{"kind":"Name","value":"datasetCount"}},{"kind":"Field","alias":{"kind":"Name","value":"user_count"},"name":{"kind":"Name","value":"userCount"}},{"kind":"Field","alias":{"kind":"Name","value":"group_count"},"name":{"kind":"Name","value":"groupCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectionSettingsBody"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RemoteDatasetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RemoteDataset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","name":{"kind":"Name","value":"metas"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"annotations"}}]}}]}}]} as unknown as DocumentNode<ListResourcesQuery, ListResourcesQueryVariables>;
export const RetrieveResourceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveResource"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"resource_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expand_connection"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expand_dataset"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"resource"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"resource_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ResourceBody"}},{"kind":"Field","name":{"kind":"Name","value":"connection"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expand_connection"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectionBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"remoteDataset"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expand_dataset"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RemoteDatasetBody"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UploadedFileDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FederatedDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"domain_id"},"name":{"kind":"Name","value":"domainId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","alias":{"kind":"Name","value":"permissions_user"},"name":{"kind":"Name","value":"permissionsUser"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FormDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"form"}},{"kind":"Field","alias":{"kind":"Name","value":"status_to_extract"},"name":{"kind":"Name","value":"statusToExtract"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"drive_id"},"name":{"kind":"Name","value":"driveId"}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"}},{"kind":"Field","alias":{"kind":"Name","value":"preview_query"},"name":{"kind":"Name","value":"previewQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_query"},"name":{"kind":"Name","value":"incrementalQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_field"},"name":{"kind":"Name","value":"incrementalField"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AuthBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConnectionAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BasicAuth"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OAuth2"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","name":{"kind":"Name","value":"scope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Oidc"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"token_url"},"name":{"kind":"Name","value":"tokenUrl"}},{"kind":"Field","alias":{"kind":"Name","value":"client_id"},"name":{"kind":"Name","value":"clientId"}},{"kind":"Field","alias":{"kind":"Name","value":"client_secret"},"name":{"kind":"Name","value":"clientSecret"}},{"kind":"Field","alias":{"kind":"Name","value":"refresh_token"},"name":{"kind":"Name","value":"refreshToken"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AwsSignatureV4"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"access_key_id"},"name":{"kind":"Name","value":"accessKeyId"}},{"kind":"Field","alias":{"kind":"Name","value":"secret_access_key"},"name":{"kind":"Name","value":"secretAccessKey"}},{"kind":"Field","name":{"kind":"Name","value":"region"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharedKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"account_name"},"name":{"kind":"Name","value":"accountName"}},{"kind":"Field","alias":{"kind":"Name","value":"shared_key"},"name":{"kind":"Name","value":"sharedKey"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectionSettingsBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasourceConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3ConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AuthBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"connection_string"},"name":{"kind":"Name","value":"connectionString"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ResourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","alias":{"kind":"Name","value":"display_name"},"name":{"kind":"Name","value":"displayName"}},{"kind":"Field","alias":{"kind":"Name","value":"extraction_infos"},"name":{"kind":"Name","value":"extractionInfos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","name":{"kind":"Name","value":"origin"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"params"}},{"kind":"Field","name":{"kind":"Name","value":"url"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"datasource"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"warning"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectionBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasourceConnectionSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","alias":{"kind":"Name","value":"is_reusable"},"name":{"kind":"Name","value":"isReusable"}},{"kind":"Field","alias":{"kind":"Name","value":"can_reuse"},"name":{"kind":"Name","value":"canReuse"}},{"kind":"Field","alias":{"kind":"Name","value":"can_manage"},"name":{"kind":"Name","value":"canManage"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_count"},"name":{"kind":"Name","value":"datasetCount"}},{"kind":"Field","alias":{"kind":"Name","value":"user_count"},"name":{"kind":"Name","value":"userCount"}},{"kind":"Field","alias":{"kind":"Name","value":"group_count"},"name":{"kind":"Name","value":"groupCount"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectionSettingsBody"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RemoteDatasetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RemoteDataset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","name":{"kind":"Name","value":"metas"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"annotations"}}]}}]}}]} as unknown as DocumentNode<RetrieveResourceQuery, RetrieveResourceQueryVariables>;
export const CreateResourceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateResource"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateResourceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createResource"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resource"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ResourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UploadedFileDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FederatedDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"domain_id"},"name":{"kind":"Name","value":"domainId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","alias":{"kind":"Name","value":"permissions_user"},"name":{"kind":"Name","value":"permissionsUser"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FormDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"form"}},{"kind":"Field","alias":{"kind":"Name","value":"status_to_extract"},"name":{"kind":"Name","value":"statusToExtract"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"drive_id"},"name":{"kind":"Name","value":"driveId"}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"}},{"kind":"Field","alias":{"kind":"Name","value":"preview_query"},"name":{"kind":"Name","value":"previewQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_query"},"name":{"kind":"Name","value":"incrementalQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_field"},"name":{"kind":"Name","value":"incrementalField"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ResourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","alias":{"kind":"Name","value":"display_name"},"name":{"kind":"Name","value":"displayName"}},{"kind":"Field","alias":{"kind":"Name","value":"extraction_infos"},"name":{"kind":"Name","value":"extractionInfos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","name":{"kind":"Name","value":"origin"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"params"}},{"kind":"Field","name":{"kind":"Name","value":"url"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"datasource"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"warning"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]}]}}]} as unknown as DocumentNode<CreateResourceMutation, CreateResourceMutationVariables>;
export const UpdateResourceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateResource"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateResourceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateResource"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resource"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ResourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UploadedFileDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FederatedDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"domain_id"},"name":{"kind":"Name","value":"domainId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","alias":{"kind":"Name","value":"permissions_user"},"name":{"kind":"Name","value":"permissionsUser"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FormDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"form"}},{"kind":"Field","alias":{"kind":"Name","value":"status_to_extract"},"name":{"kind":"Name","value":"statusToExtract"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"drive_id"},"name":{"kind":"Name","value":"driveId"}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"}},{"kind":"Field","alias":{"kind":"Name","value":"preview_query"},"name":{"kind":"Name","value":"previewQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_query"},"name":{"kind":"Name","value":"incrementalQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_field"},"name":{"kind":"Name","value":"incrementalField"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ResourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","alias":{"kind":"Name","value":"display_name"},"name":{"kind":"Name","value":"displayName"}},{"kind":"Field","alias":{"kind":"Name","value":"extraction_infos"},"name":{"kind":"Name","value":"extractionInfos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","name":{"kind":"Name","value":"origin"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"params"}},{"kind":"Field","name":{"kind":"Name","value":"url"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"datasource"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"warning"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]}]}}]} as unknown as DocumentNode<UpdateResourceMutation, UpdateResourceMutationVariables>;
export const DeleteResourceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteResource"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResourceActionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteResource"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteResourceMutation, DeleteResourceMutationVariables>;
export const CleanResourceCacheDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CleanResourceCache"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResourceActionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cleanResourceCache"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}}]} as unknown as DocumentNode<CleanResourceCacheMutation, CleanResourceCacheMutationVariables>;
export const RecoverRealtimeRecordsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RecoverRealtimeRecords"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResourceActionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recoverRealtimeRecords"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resource"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ResourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UploadedFileDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FederatedDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"domain_id"},"name":{"kind":"Name","value":"domainId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","alias":{"kind":"Name","value":"permissions_user"},"name":{"kind":"Name","value":"permissionsUser"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FormDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"form"}},{"kind":"Field","alias":{"kind":"Name","value":"status_to_extract"},"name":{"kind":"Name","value":"statusToExtract"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"drive_id"},"name":{"kind":"Name","value":"driveId"}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"}},{"kind":"Field","alias":{"kind":"Name","value":"preview_query"},"name":{"kind":"Name","value":"previewQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_query"},"name":{"kind":"Name","value":"incrementalQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_field"},"name":{"kind":"Name","value":"incrementalField"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ResourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","alias":{"kind":"Name","value":"display_name"},"name":{"kind":"Name","value":"displayName"}},{"kind":"Field","alias":{"kind":"Name","value":"extraction_infos"},"name":{"kind":"Name","value":"extractionInfos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","name":{"kind":"Name","value":"origin"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"params"}},{"kind":"Field","name":{"kind":"Name","value":"url"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"datasource"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"warning"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]}]}}]} as unknown as DocumentNode<RecoverRealtimeRecordsMutation, RecoverRealtimeRecordsMutationVariables>;
export const DeleteRealtimeRecordsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteRealtimeRecords"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResourceActionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteRealtimeRecords"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resource"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ResourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UploadedFileDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FederatedDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"domain_id"},"name":{"kind":"Name","value":"domainId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","alias":{"kind":"Name","value":"permissions_user"},"name":{"kind":"Name","value":"permissionsUser"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FormDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"form"}},{"kind":"Field","alias":{"kind":"Name","value":"status_to_extract"},"name":{"kind":"Name","value":"statusToExtract"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"drive_id"},"name":{"kind":"Name","value":"driveId"}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"}},{"kind":"Field","alias":{"kind":"Name","value":"preview_query"},"name":{"kind":"Name","value":"previewQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_query"},"name":{"kind":"Name","value":"incrementalQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_field"},"name":{"kind":"Name","value":"incrementalField"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ResourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","alias":{"kind":"Name","value":"display_name"},"name":{"kind":"Name","value":"displayName"}},{"kind":"Field","alias":{"kind":"Name","value":"extraction_infos"},"name":{"kind":"Name","value":"extractionInfos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","name":{"kind":"Name","value":"origin"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"params"}},{"kind":"Field","name":{"kind":"Name","value":"url"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"datasource"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"warning"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]}]}}]} as unknown as DocumentNode<DeleteRealtimeRecordsMutation, DeleteRealtimeRecordsMutationVariables>;
export const EnableRealtimeResourceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EnableRealtimeResource"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResourceActionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"enableRealtimeResource"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resource"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ResourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UploadedFileDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FederatedDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"domain_id"},"name":{"kind":"Name","value":"domainId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","alias":{"kind":"Name","value":"permissions_user"},"name":{"kind":"Name","value":"permissionsUser"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FormDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"form"}},{"kind":"Field","alias":{"kind":"Name","value":"status_to_extract"},"name":{"kind":"Name","value":"statusToExtract"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"drive_id"},"name":{"kind":"Name","value":"driveId"}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"}},{"kind":"Field","alias":{"kind":"Name","value":"preview_query"},"name":{"kind":"Name","value":"previewQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_query"},"name":{"kind":"Name","value":"incrementalQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_field"},"name":{"kind":"Name","value":"incrementalField"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ResourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","alias":{"kind":"Name","value":"display_name"},"name":{"kind":"Name","value":"displayName"}},{"kind":"Field","alias":{"kind":"Name","value":"extraction_infos"},"name":{"kind":"Name","value":"extractionInfos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","name":{"kind":"Name","value":"origin"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"params"}},{"kind":"Field","name":{"kind":"Name","value":"url"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"datasource"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"warning"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]}]}}]} as unknown as DocumentNode<EnableRealtimeResourceMutation, EnableRealtimeResourceMutationVariables>;
export const DisableRealtimeResourceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DisableRealtimeResource"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResourceActionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"disableRealtimeResource"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resource"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ResourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UploadedFileDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FederatedDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"domain_id"},"name":{"kind":"Name","value":"domainId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","alias":{"kind":"Name","value":"permissions_user"},"name":{"kind":"Name","value":"permissionsUser"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FormDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"form"}},{"kind":"Field","alias":{"kind":"Name","value":"status_to_extract"},"name":{"kind":"Name","value":"statusToExtract"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"drive_id"},"name":{"kind":"Name","value":"driveId"}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"}},{"kind":"Field","alias":{"kind":"Name","value":"preview_query"},"name":{"kind":"Name","value":"previewQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_query"},"name":{"kind":"Name","value":"incrementalQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_field"},"name":{"kind":"Name","value":"incrementalField"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ResourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","alias":{"kind":"Name","value":"display_name"},"name":{"kind":"Name","value":"displayName"}},{"kind":"Field","alias":{"kind":"Name","value":"extraction_infos"},"name":{"kind":"Name","value":"extractionInfos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","name":{"kind":"Name","value":"origin"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"params"}},{"kind":"Field","name":{"kind":"Name","value":"url"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"datasource"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"warning"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]}]}}]} as unknown as DocumentNode<DisableRealtimeResourceMutation, DisableRealtimeResourceMutationVariables>;
export const RenewPushKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RenewPushKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResourceActionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"renewPushKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resource"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ResourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"HeaderBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpHeader"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UploadedFileDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FederatedDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"domain_id"},"name":{"kind":"Name","value":"domainId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","alias":{"kind":"Name","value":"permissions_user"},"name":{"kind":"Name","value":"permissionsUser"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FormDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"form"}},{"kind":"Field","alias":{"kind":"Name","value":"status_to_extract"},"name":{"kind":"Name","value":"statusToExtract"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HttpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FtpDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"relative_url"},"name":{"kind":"Name","value":"relativeUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AmazonS3Datasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AzureBlobStorageDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"HeaderBody"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SharepointDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"drive_id"},"name":{"kind":"Name","value":"driveId"}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GoogleDriveDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"file_id"},"name":{"kind":"Name","value":"fileId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SnowflakeDatasource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"}},{"kind":"Field","alias":{"kind":"Name","value":"preview_query"},"name":{"kind":"Name","value":"previewQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_query"},"name":{"kind":"Name","value":"incrementalQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"incremental_field"},"name":{"kind":"Name","value":"incrementalField"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ResourceBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resource"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","alias":{"kind":"Name","value":"display_name"},"name":{"kind":"Name","value":"displayName"}},{"kind":"Field","alias":{"kind":"Name","value":"extraction_infos"},"name":{"kind":"Name","value":"extractionInfos"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","name":{"kind":"Name","value":"origin"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"params"}},{"kind":"Field","name":{"kind":"Name","value":"url"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"datasource"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasourceBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"warning"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]}]}}]} as unknown as DocumentNode<RenewPushKeyMutation, RenewPushKeyMutationVariables>;
export const GuessUnsavedExtractorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GuessUnsavedExtractors"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"GuessExtractorsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"guessExtractors"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ParameterBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"confidence"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ParameterBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Parameter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","alias":{"kind":"Name","value":"is_mandatory"},"name":{"kind":"Name","value":"isMandatory"}},{"kind":"Field","name":{"kind":"Name","value":"description"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"default"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"hidden"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"trim"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"choices"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","alias":{"kind":"Name","value":"can_create_field"},"name":{"kind":"Name","value":"canCreateField"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","alias":{"kind":"Name","value":"impacts_guessed_parameters"},"name":{"kind":"Name","value":"impactsGuessedParameters"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]}]}}]} as unknown as DocumentNode<GuessUnsavedExtractorsQuery, GuessUnsavedExtractorsQueryVariables>;
export const GuessUnsavedExtractorParamsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GuessUnsavedExtractorParams"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"GuessExtractorParamsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"guessExtractorParams"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"extractor"}},{"kind":"Field","name":{"kind":"Name","value":"params"}}]}}]}}]} as unknown as DocumentNode<GuessUnsavedExtractorParamsQuery, GuessUnsavedExtractorParamsQueryVariables>;
export const PreviewUnsavedResourceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PreviewUnsavedResource"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PreviewResourceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"previewResource"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PreviewBody"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PreviewBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ResourcePreview"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","alias":{"kind":"Name","value":"original_name"},"name":{"kind":"Name","value":"originalName"}},{"kind":"Field","name":{"kind":"Name","value":"annotations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"args"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"records"}}]}}]} as unknown as DocumentNode<PreviewUnsavedResourceQuery, PreviewUnsavedResourceQueryVariables>;
export const GuessResourceExtractorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GuessResourceExtractors"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"resource_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resource"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"resource_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"guessedExtractors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ParameterBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"confidence"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ParameterBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Parameter"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","alias":{"kind":"Name","value":"is_mandatory"},"name":{"kind":"Name","value":"isMandatory"}},{"kind":"Field","name":{"kind":"Name","value":"description"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"default"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"hidden"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"trim"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","name":{"kind":"Name","value":"choices"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","alias":{"kind":"Name","value":"can_create_field"},"name":{"kind":"Name","value":"canCreateField"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]},{"kind":"Field","alias":{"kind":"Name","value":"impacts_guessed_parameters"},"name":{"kind":"Name","value":"impactsGuessedParameters"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"omitIfNull"}}]}]}}]} as unknown as DocumentNode<GuessResourceExtractorsQuery, GuessResourceExtractorsQueryVariables>;
export const GuessResourceExtractorParamsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GuessResourceExtractorParams"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"resource_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resource"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"resource_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"guessedExtractorParams"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"extractor"}},{"kind":"Field","name":{"kind":"Name","value":"params"}}]}}]}}]}}]}}]} as unknown as DocumentNode<GuessResourceExtractorParamsQuery, GuessResourceExtractorParamsQueryVariables>;
export const PreviewResourceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PreviewResource"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"resource_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resource"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"resource_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"preview"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PreviewBody"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PreviewBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ResourcePreview"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","alias":{"kind":"Name","value":"original_name"},"name":{"kind":"Name","value":"originalName"}},{"kind":"Field","name":{"kind":"Name","value":"annotations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"args"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"records"}}]}}]} as unknown as DocumentNode<PreviewResourceQuery, PreviewResourceQueryVariables>;
export const UploadResourceFileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UploadResourceFile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UploadResourceFileInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uploadResourceFile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FileBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FileBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ResourceFile"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"mimetype"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<UploadResourceFileMutation, UploadResourceFileMutationVariables>;
export const RetrieveResourceFileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveResourceFile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"file_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"resourceFile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"file_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FileBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FileBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ResourceFile"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"mimetype"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RetrieveResourceFileQuery, RetrieveResourceFileQueryVariables>;
export const DownloadResourceFileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DownloadResourceFile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"file_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourceFile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"file_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"mimetype"}},{"kind":"Field","name":{"kind":"Name","value":"bytes"}},{"kind":"Field","name":{"kind":"Name","value":"sha256"}}]}}]}}]}}]} as unknown as DocumentNode<DownloadResourceFileQuery, DownloadResourceFileQueryVariables>;
export const PushRecordsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PushRecords"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PushRecordsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pushRecords"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"warning"}}]}}]}}]} as unknown as DocumentNode<PushRecordsMutation, PushRecordsMutationVariables>;
export const ListUserRulesetsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListUserRulesets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"userRulesets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserRulesetBody"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SecurityBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetSecurity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserRulesetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserRuleset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"security"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SecurityBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]} as unknown as DocumentNode<ListUserRulesetsQuery, ListUserRulesetsQueryVariables>;
export const RetrieveUserRulesetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveUserRuleset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"username"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"userRuleset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"username"},"value":{"kind":"Variable","name":{"kind":"Name","value":"username"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserRulesetBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SecurityBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetSecurity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserRulesetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserRuleset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"security"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SecurityBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]} as unknown as DocumentNode<RetrieveUserRulesetQuery, RetrieveUserRulesetQueryVariables>;
export const CreateUserRulesetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateUserRuleset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateUserRulesetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createUserRuleset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userRuleset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserRulesetBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SecurityBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetSecurity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserRulesetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserRuleset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"security"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SecurityBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]} as unknown as DocumentNode<CreateUserRulesetMutation, CreateUserRulesetMutationVariables>;
export const UpdateUserRulesetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateUserRuleset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateUserRulesetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateUserRuleset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userRuleset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserRulesetBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SecurityBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetSecurity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserRulesetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserRuleset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"security"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SecurityBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]}}]} as unknown as DocumentNode<UpdateUserRulesetMutation, UpdateUserRulesetMutationVariables>;
export const DeleteUserRulesetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteUserRuleset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteUserRulesetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteUserRuleset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteUserRulesetMutation, DeleteUserRulesetMutationVariables>;
export const ListGroupRulesetsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListGroupRulesets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"groupRulesets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GroupRulesetBody"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SecurityBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetSecurity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GroupRulesetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GroupRuleset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"security"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SecurityBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}}]} as unknown as DocumentNode<ListGroupRulesetsQuery, ListGroupRulesetsQueryVariables>;
export const RetrieveGroupRulesetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveGroupRuleset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"group_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"groupRuleset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"group_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GroupRulesetBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SecurityBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetSecurity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GroupRulesetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GroupRuleset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"security"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SecurityBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}}]} as unknown as DocumentNode<RetrieveGroupRulesetQuery, RetrieveGroupRulesetQueryVariables>;
export const CreateGroupRulesetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateGroupRuleset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateGroupRulesetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createGroupRuleset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groupRuleset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GroupRulesetBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SecurityBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetSecurity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GroupRulesetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GroupRuleset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"security"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SecurityBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}}]} as unknown as DocumentNode<CreateGroupRulesetMutation, CreateGroupRulesetMutationVariables>;
export const UpdateGroupRulesetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateGroupRuleset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateGroupRulesetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateGroupRuleset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groupRuleset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"GroupRulesetBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SecurityBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetSecurity"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"GroupRulesetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"GroupRuleset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"security"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SecurityBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}}]} as unknown as DocumentNode<UpdateGroupRulesetMutation, UpdateGroupRulesetMutationVariables>;
export const DeleteGroupRulesetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteGroupRuleset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteGroupRulesetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteGroupRuleset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteGroupRulesetMutation, DeleteGroupRulesetMutationVariables>;
export const ListSchedulesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListSchedules"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"schedules"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ScheduleBody"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ScheduleBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Schedule"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"cron_schedule"},"name":{"kind":"Name","value":"cronSchedule"}}]}}]} as unknown as DocumentNode<ListSchedulesQuery, ListSchedulesQueryVariables>;
export const RetrieveScheduleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveSchedule"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"schedule_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"schedule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"schedule_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ScheduleBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ScheduleBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Schedule"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"cron_schedule"},"name":{"kind":"Name","value":"cronSchedule"}}]}}]} as unknown as DocumentNode<RetrieveScheduleQuery, RetrieveScheduleQueryVariables>;
export const CreateScheduleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateSchedule"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateScheduleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createSchedule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"schedule"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ScheduleBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ScheduleBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Schedule"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"cron_schedule"},"name":{"kind":"Name","value":"cronSchedule"}}]}}]} as unknown as DocumentNode<CreateScheduleMutation, CreateScheduleMutationVariables>;
export const UpdateScheduleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateSchedule"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateScheduleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateSchedule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"schedule"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ScheduleBody"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ScheduleBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Schedule"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"cron_schedule"},"name":{"kind":"Name","value":"cronSchedule"}}]}}]} as unknown as DocumentNode<UpdateScheduleMutation, UpdateScheduleMutationVariables>;
export const DeleteScheduleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteSchedule"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteScheduleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteSchedule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteScheduleMutation, DeleteScheduleMutationVariables>;
export const RetrieveFormQuotaDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveFormQuota"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"form_slug"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"form"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"slug"},"value":{"kind":"Variable","name":{"kind":"Name","value":"form_slug"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_submissions_quota_reached"},"name":{"kind":"Name","value":"isReached"}}]}}]}}]}}]} as unknown as DocumentNode<RetrieveFormQuotaQuery, RetrieveFormQuotaQueryVariables>;
export const SubmitFormDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SubmitForm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SubmitFormInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"submitForm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SubmissionResult"}},{"kind":"Field","name":{"kind":"Name","value":"submission"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SubmissionResult"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SubmissionPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_valid"},"name":{"kind":"Name","value":"isValid"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<SubmitFormMutation, SubmitFormMutationVariables>;
export const RetrieveSubmissionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveSubmission"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"form_slug"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"submission_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"submission"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"formSlug"},"value":{"kind":"Variable","name":{"kind":"Name","value":"form_slug"}}},{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"submission_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"content"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]} as unknown as DocumentNode<RetrieveSubmissionQuery, RetrieveSubmissionQueryVariables>;
export const ChangeSubmissionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChangeSubmission"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChangeSubmissionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changeSubmission"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SubmissionResult"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SubmissionResult"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SubmissionPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_valid"},"name":{"kind":"Name","value":"isValid"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<ChangeSubmissionMutation, ChangeSubmissionMutationVariables>;
export const RetrieveSubmissionImageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveSubmissionImage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"form_slug"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"image_id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"submissionImage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"formSlug"},"value":{"kind":"Variable","name":{"kind":"Name","value":"form_slug"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"image_id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"filename"}},{"kind":"Field","name":{"kind":"Name","value":"mimetype"}},{"kind":"Field","name":{"kind":"Name","value":"bytes"}},{"kind":"Field","name":{"kind":"Name","value":"sha256"}}]}}]}}]} as unknown as DocumentNode<RetrieveSubmissionImageQuery, RetrieveSubmissionImageQueryVariables>;
export const DownloadSubmissionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DownloadSubmissions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"form_slug"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"status"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SubmissionStatus"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"has_revision"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"submitted_by"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"created_after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"created_before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"submissionTable"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"formSlug"},"value":{"kind":"Variable","name":{"kind":"Name","value":"form_slug"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"columns"}}]}},{"kind":"Field","name":{"kind":"Name","value":"submissions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"formSlug"},"value":{"kind":"Variable","name":{"kind":"Name","value":"form_slug"}}},{"kind":"Argument","name":{"kind":"Name","value":"status"},"value":{"kind":"Variable","name":{"kind":"Name","value":"status"}}},{"kind":"Argument","name":{"kind":"Name","value":"hasRevision"},"value":{"kind":"Variable","name":{"kind":"Name","value":"has_revision"}}},{"kind":"Argument","name":{"kind":"Name","value":"submittedBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"submitted_by"}}},{"kind":"Argument","name":{"kind":"Name","value":"createdAfter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"created_after"}}},{"kind":"Argument","name":{"kind":"Name","value":"createdBefore"},"value":{"kind":"Variable","name":{"kind":"Name","value":"created_before"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cells"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<DownloadSubmissionsQuery, DownloadSubmissionsQueryVariables>;
export const ListMetadataTemplatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListMetadataTemplates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"is_active"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"type"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataTemplateKind"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"metadataTemplates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"isActive"},"value":{"kind":"Variable","name":{"kind":"Name","value":"is_active"}}},{"kind":"Argument","name":{"kind":"Name","value":"type"},"value":{"kind":"Variable","name":{"kind":"Name","value":"type"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TemplateBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TemplateFieldBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataTemplateField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","alias":{"kind":"Name","value":"help_text"},"name":{"kind":"Name","value":"helpText"}},{"kind":"Field","alias":{"kind":"Name","value":"is_hidden"},"name":{"kind":"Name","value":"isHidden"}},{"kind":"Field","name":{"kind":"Name","value":"choices"}},{"kind":"Field","alias":{"kind":"Name","value":"requirement_level"},"name":{"kind":"Name","value":"requirementLevel"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TemplateBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataTemplate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","alias":{"kind":"Name","value":"is_active"},"name":{"kind":"Name","value":"isActive"}},{"kind":"Field","alias":{"kind":"Name","value":"is_always_active"},"name":{"kind":"Name","value":"isAlwaysActive"}},{"kind":"Field","alias":{"kind":"Name","value":"is_system"},"name":{"kind":"Name","value":"isSystem"}},{"kind":"Field","alias":{"kind":"Name","value":"schema"},"name":{"kind":"Name","value":"fields"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TemplateFieldBody"}}]}}]}}]}}]} as unknown as DocumentNode<ListMetadataTemplatesQuery, ListMetadataTemplatesQueryVariables>;
export const RetrieveMetadataTemplateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveMetadataTemplate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"template_name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"metadataTemplate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"template_name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TemplateBody"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TemplateFieldBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataTemplateField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","alias":{"kind":"Name","value":"help_text"},"name":{"kind":"Name","value":"helpText"}},{"kind":"Field","alias":{"kind":"Name","value":"is_hidden"},"name":{"kind":"Name","value":"isHidden"}},{"kind":"Field","name":{"kind":"Name","value":"choices"}},{"kind":"Field","alias":{"kind":"Name","value":"requirement_level"},"name":{"kind":"Name","value":"requirementLevel"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TemplateBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataTemplate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","alias":{"kind":"Name","value":"is_active"},"name":{"kind":"Name","value":"isActive"}},{"kind":"Field","alias":{"kind":"Name","value":"is_always_active"},"name":{"kind":"Name","value":"isAlwaysActive"}},{"kind":"Field","alias":{"kind":"Name","value":"is_system"},"name":{"kind":"Name","value":"isSystem"}},{"kind":"Field","alias":{"kind":"Name","value":"schema"},"name":{"kind":"Name","value":"fields"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TemplateFieldBody"}}]}}]}}]}}]} as unknown as DocumentNode<RetrieveMetadataTemplateQuery, RetrieveMetadataTemplateQueryVariables>;
export const ListMetadataTemplateFieldsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListMetadataTemplateFields"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"template_name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"metadataTemplate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"template_name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fields"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TemplateFieldBody"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TemplateFieldBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataTemplateField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","alias":{"kind":"Name","value":"help_text"},"name":{"kind":"Name","value":"helpText"}},{"kind":"Field","alias":{"kind":"Name","value":"is_hidden"},"name":{"kind":"Name","value":"isHidden"}},{"kind":"Field","name":{"kind":"Name","value":"choices"}},{"kind":"Field","alias":{"kind":"Name","value":"requirement_level"},"name":{"kind":"Name","value":"requirementLevel"}}]}}]} as unknown as DocumentNode<ListMetadataTemplateFieldsQuery, ListMetadataTemplateFieldsQueryVariables>;
export const RetrieveMetadataTemplateFieldDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveMetadataTemplateField"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"template_name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"template_field_name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"metadataTemplate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"template_name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"template_field_name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TemplateFieldBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TemplateFieldBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataTemplateField"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","alias":{"kind":"Name","value":"help_text"},"name":{"kind":"Name","value":"helpText"}},{"kind":"Field","alias":{"kind":"Name","value":"is_hidden"},"name":{"kind":"Name","value":"isHidden"}},{"kind":"Field","name":{"kind":"Name","value":"choices"}},{"kind":"Field","alias":{"kind":"Name","value":"requirement_level"},"name":{"kind":"Name","value":"requirementLevel"}}]}}]} as unknown as DocumentNode<RetrieveMetadataTemplateFieldQuery, RetrieveMetadataTemplateFieldQueryVariables>;
export const ListVersionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListVersions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"versions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"VersionBody"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"VersionBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetVersion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"sections"}},{"kind":"Field","alias":{"kind":"Name","value":"created_by"},"name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"can_restore"},"name":{"kind":"Name","value":"canRestore"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<ListVersionsQuery, ListVersionsQueryVariables>;
export const RetrieveVersionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveVersion"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"version"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"VersionBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"VersionBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetVersion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"sections"}},{"kind":"Field","alias":{"kind":"Name","value":"created_by"},"name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"can_restore"},"name":{"kind":"Name","value":"canRestore"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<RetrieveVersionQuery, RetrieveVersionQueryVariables>;