import { isRecord } from '#portal-page/json.ts';
import type { DatasourceInput, OneResourceFragment } from '#portal-page/admin/generated/operations.ts';

/** What says where the bytes are, below each kind of connection. */
export const placesBelow = {
  http: ['relativeUrl'],
  ftp: ['relativeUrl'],
  amazon_s3: ['url'],
  azure_blob_storage: ['url'],
  google_drive: ['fileId'],
  sharepoint: ['driveId', 'fileId'],
  snowflake_odbc: ['query'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A kind of connections. */
export type ConnectionKind = keyof typeof placesBelow;

/** A member that says where the bytes are. */
export type Place = (typeof placesBelow)[ConnectionKind][number];

/** Where the bytes of a resource are. */
export type Source =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'address'; readonly url: string }
  | {
      readonly kind: 'connection';
      readonly type: ConnectionKind;
      readonly connection: string;
      readonly places: Readonly<Partial<Record<Place, string>>>;
    };

/** Whether a text is a kind of connections that this screen knows. */
export const isConnectionKind = (type: unknown): type is ConnectionKind =>
  typeof type === 'string' && Object.hasOwn(placesBelow, type);

/** What the service reads from. */
export function datasourceOf(source: Source): DatasourceInput {
  switch (source.kind) {
    case 'file':
      return { uploadedFile: { file: { uid: source.file } } };
    case 'address':
      return { http: { connection: { url: source.url } } };
    case 'connection': {
      const { relativeUrl = '', url = '', fileId = '', driveId = '', query = '' } = source.places;
      const connection = { uid: source.connection };
      switch (source.type) {
        case 'http':
          return { http: { connection, relativeUrl } };
        case 'ftp':
          return { ftp: { connection, relativeUrl } };
        case 'amazon_s3':
          return { amazonS3: { connection, url } };
        case 'azure_blob_storage':
          return { azureBlobStorage: { connection, url } };
        case 'google_drive':
          return { googleDrive: { connection, fileId } };
        case 'sharepoint':
          return { sharepoint: { connection, driveId, fileId } };
        case 'snowflake_odbc':
          return { snowflakeOdbc: { connection, query } };
      }
    }
  }
}

/** The source of a saved resource; undefined where this screen does not know its kind. */
export function savedSource({ datasource }: OneResourceFragment): Source | undefined {
  if (!datasource) return undefined;
  const below = (
    type: ConnectionKind,
    connection: { readonly uid: string },
    places: Readonly<Partial<Record<Place, string>>>,
  ): Source => ({ kind: 'connection', type, connection: connection.uid, places });
  if ('file' in datasource) return { kind: 'file', file: datasource.file.uid };
  if ('httpConnection' in datasource)
    return below('http', datasource.httpConnection, { relativeUrl: datasource.httpRelativeUrl });
  if ('ftpConnection' in datasource)
    return below('ftp', datasource.ftpConnection, { relativeUrl: datasource.ftpRelativeUrl });
  if ('s3Connection' in datasource) return below('amazon_s3', datasource.s3Connection, { url: datasource.s3Url });
  if ('azureConnection' in datasource)
    return below('azure_blob_storage', datasource.azureConnection, { url: datasource.azureUrl });
  if ('driveConnection' in datasource)
    return below('google_drive', datasource.driveConnection, { fileId: datasource.driveFileId });
  if ('sharepointConnection' in datasource)
    return below('sharepoint', datasource.sharepointConnection, {
      driveId: datasource.driveId,
      fileId: datasource.sharepointFileId,
    });
  if ('snowflakeConnection' in datasource)
    return below('snowflake_odbc', datasource.snowflakeConnection, { query: datasource.query });
  return undefined;
}

/** A source as the browser kept it. */
export function readSource(kept: unknown): Source | undefined {
  if (!isRecord(kept)) return undefined;
  const { kind, file, url, type, connection, places } = kept;
  if (kind === 'file' && typeof file === 'string') return { kind, file };
  if (kind === 'address' && typeof url === 'string') return { kind, url };
  if (kind !== 'connection' || !isConnectionKind(type) || typeof connection !== 'string') return undefined;
  return {
    kind,
    type,
    connection,
    places: Object.fromEntries(
      placesBelow[type].map((place) => {
        const text = isRecord(places) ? places[place] : undefined;
        return [place, typeof text === 'string' ? text : ''];
      }),
    ),
  };
}

/** What people call a source. */
export function nameOf(source: Source): string {
  switch (source.kind) {
    case 'file':
      return source.file;
    case 'address':
      return source.url;
    case 'connection':
      return Object.values(source.places).join(' ') || source.connection;
  }
}
