import { Field, ObjectType } from 'type-graphql';
import { checkAll } from '#kernel/check-all.ts';
import { toReadableDatasource } from '#platform/datasources/datasource-client.ts';
import type { SharepointSettings } from '#platform/datasources/documents/sharepoint.ts';
import { DatasourceConnectionSettings } from '../connection.type.ts';
import { parseLine } from '../settings/parse-text.ts';
import type { ConnectedKind, DatasourceInputBase } from './datasource-kind.ts';
import { AnyDatasource, ConnectionReference } from './datasource.type.ts';

@ObjectType({ implements: DatasourceConnectionSettings, description: 'Access to SharePoint.' })
export class SharepointConnectionSettings extends DatasourceConnectionSettings {}

@ObjectType({ implements: AnyDatasource, description: 'A file in SharePoint.' })
export class SharepointDatasource extends AnyDatasource {
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
    driveId: { type: () => String, description: 'the identifier of the drive that contains the file.' },
    fileId: { type: () => String, description: 'the identifier of the file.' },
  },
  connection: {
    description: 'SharePoint, through Microsoft Graph.',
    objectType: SharepointConnectionSettings,
    auth: { types: ['oidc'], isOptional: false },
    parse: (_input, { auth }) => ({ auth: auth() }),
  },
  parse(input, { connection }) {
    const [driveId, fileId] = checkAll(
      () => parseLine(input.driveId, 'datasource.driveId'),
      () => parseLine(input.fileId, 'datasource.fileId'),
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
      async () => (await import('#platform/datasources/documents/sharepoint.ts')).sharepoint,
    );
  },
});
