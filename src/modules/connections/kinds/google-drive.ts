import { Field, ObjectType } from 'type-graphql';
import { toReadableDatasource } from '#platform/datasources/datasource-client.ts';
import type { GoogleDriveSettings } from '#platform/datasources/documents/google-drive.ts';
import { DatasourceConnectionSettings } from '../connection.type.ts';
import { parseLine } from '../settings/parse-text.ts';
import type { ConnectedKind, DatasourceInputBase } from './datasource-kind.ts';
import { AnyDatasource, ConnectionReference } from './datasource.type.ts';

@ObjectType({ implements: DatasourceConnectionSettings, description: 'Access to Google Drive.' })
export class GoogleDriveConnectionSettings extends DatasourceConnectionSettings {}

@ObjectType({ implements: AnyDatasource, description: 'A file in Google Drive.' })
export class GoogleDriveDatasource extends AnyDatasource {
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
  inputs: { fileId: { type: () => String, description: 'the identifier of the file.' } },
  connection: {
    description: 'Google Drive.',
    objectType: GoogleDriveConnectionSettings,
    auth: { types: ['oidc'], isOptional: false },
    parse: (_input, { auth }) => ({ auth: auth() }),
  },
  parse: ({ fileId }, { connection }) => ({
    type: 'google_drive',
    connection,
    fileId: parseLine(fileId, 'datasource.fileId'),
  }),
  displayName: ({ fileId }) => fileId,
  identity: ({ fileId = null }) => fileId,
  toReadable({ type, fileId }, { connection }) {
    const settings: GoogleDriveSettings = { type, connection: { auth: connection.requiredAuth('oidc') }, fileId };
    return toReadableDatasource(
      settings,
      async () => (await import('#platform/datasources/documents/google-drive.ts')).googleDrive,
    );
  },
});
