import { Field, ObjectType } from 'type-graphql';
import { type ReadableDatasource, toReadableDatasource } from '#platform/datasources/datasource-client.ts';
import type { GoogleDriveSettings } from '#platform/datasources/google-drive.ts';
import { AnyDatasource, ConnectionReference, DatasourceConnectionSettings } from '../connection.type.ts';
import type { TokenSettings } from '#platform/datasources/try-access.ts';
import type { ConnectionAccess } from '../connection-access.ts';
import { parseLine } from '../parse-settings.ts';
import type { ConnectedKind, DatasourceInputBase } from './connected-kind.ts';
import { checkAll } from '#kernel/check-all.ts';
import type { SharepointSettings } from '#platform/datasources/sharepoint.ts';

/** Tests the access of a connection without an address: the provider issues a token. */
const toTokenProbe =
  (type: TokenSettings['type']) =>
  (connection: ConnectionAccess): ReadableDatasource => {
    const settings: TokenSettings = { type, connection: { auth: connection.requiredAuth('oidc') } };
    return toReadableDatasource(settings, async () => (await import('#platform/datasources/try-access.ts')).tokenProbe);
  };

@ObjectType({ implements: DatasourceConnectionSettings, description: 'Access to Google Drive.' })
class GoogleDriveConnectionSettings extends DatasourceConnectionSettings {}

@ObjectType({ implements: AnyDatasource, description: 'A file in Google Drive.' })
class GoogleDriveDatasource extends AnyDatasource {
  declare type: 'google_drive';

  @Field(() => ConnectionReference, { description: 'The connection to the drive.' })
  connection!: ConnectionReference;

  @Field(() => String, { description: 'The identifier of the file.' })
  fileId!: string;
}

interface GoogleDriveInput extends DatasourceInputBase {
  readonly fileId?: string | null;
}

/** Files in Google Drive. */
export const googleDrive: ConnectedKind<GoogleDriveDatasource, GoogleDriveInput> = Object.freeze<
  ConnectedKind<GoogleDriveDatasource, GoogleDriveInput>
>({
  type: 'google_drive',
  label: 'Google Drive',
  description: 'In Google Drive.',
  objectType: GoogleDriveDatasource,
  inputs: { fileId: { type: () => String, isRequired: true, description: 'The identifier of the file.' } },
  connection: {
    description: 'Google Drive.',
    objectType: GoogleDriveConnectionSettings,
    inputs: {},
    auth: { types: ['oidc'], isOptional: false },
    parse: (_input, { auth }) => ({ auth: auth() }),
  },
  probe: { open: toTokenProbe('google_drive') },
  parse: ({ fileId }, { connection }) => ({
    type: 'google_drive',
    connection,
    fileId: parseLine(fileId, 'fileId'),
  }),
  displayName: ({ fileId }) => fileId,
  identity: ({ fileId = null }) => fileId,
  toReadable({ type, fileId }, { connection }) {
    const settings: GoogleDriveSettings = { type, connection: { auth: connection.requiredAuth('oidc') }, fileId };
    return toReadableDatasource(
      settings,
      async () => (await import('#platform/datasources/google-drive.ts')).googleDriveClient,
    );
  },
});

@ObjectType({ implements: DatasourceConnectionSettings, description: 'Access to SharePoint.' })
class SharepointConnectionSettings extends DatasourceConnectionSettings {}

@ObjectType({ implements: AnyDatasource, description: 'A file in SharePoint.' })
class SharepointDatasource extends AnyDatasource {
  declare type: 'sharepoint';

  @Field(() => ConnectionReference, { description: 'The connection to the site.' })
  connection!: ConnectionReference;

  @Field(() => String, { description: 'The identifier of the drive that contains the file.' })
  driveId!: string;

  @Field(() => String, { description: 'The identifier of the file.' })
  fileId!: string;
}

interface SharepointInput extends DatasourceInputBase {
  readonly driveId?: string | null;
  readonly fileId?: string | null;
}

/** Files in SharePoint. */
export const sharepoint: ConnectedKind<SharepointDatasource, SharepointInput> = Object.freeze<
  ConnectedKind<SharepointDatasource, SharepointInput>
>({
  type: 'sharepoint',
  label: 'SharePoint',
  description: 'In SharePoint.',
  objectType: SharepointDatasource,
  inputs: {
    driveId: {
      type: () => String,
      isRequired: true,
      description: 'The identifier of the drive that contains the file.',
    },
    fileId: { type: () => String, isRequired: true, description: 'The identifier of the file.' },
  },
  connection: {
    description: 'SharePoint, through Microsoft Graph.',
    objectType: SharepointConnectionSettings,
    inputs: {},
    auth: { types: ['oidc'], isOptional: false },
    parse: (_input, { auth }) => ({ auth: auth() }),
  },
  probe: { open: toTokenProbe('sharepoint') },
  parse(input, { connection }) {
    const [driveId, fileId] = checkAll(
      () => parseLine(input.driveId, 'driveId'),
      () => parseLine(input.fileId, 'fileId'),
    );
    return { type: 'sharepoint', connection, driveId, fileId };
  },
  displayName: ({ fileId }) => fileId,
  identity: ({ driveId = null, fileId = null }) => [driveId, fileId],
  toReadable({ type, driveId, fileId }, { connection }) {
    const settings: SharepointSettings = {
      type,
      connection: { auth: connection.requiredAuth('oidc') },
      driveId,
      fileId,
    };
    return toReadableDatasource(
      settings,
      async () => (await import('#platform/datasources/sharepoint.ts')).sharepointClient,
    );
  },
});
