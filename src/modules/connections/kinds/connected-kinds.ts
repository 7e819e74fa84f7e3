import { Field, registerEnumType } from 'type-graphql';
import { fail } from '#kernel/fail.ts';
import { DatasourceConnectionSettings } from '../connection.type.ts';
import { amazonS3, azureBlobStorage } from './object-storage.ts';
import type { ConnectedKind, DatasourceInputBase } from './connected-kind.ts';
import { ftp } from './ftp.ts';
import { googleDrive, sharepoint } from './shared-drives.ts';
import { http } from './http.ts';
import { snowflake } from './snowflake.ts';

const kinds = [http, ftp, amazonS3, azureBlobStorage, sharepoint, googleDrive, snowflake] as const;

/** A stored datasource of a kind that is reached through a connection. */
export type ConnectedDatasource = ReturnType<(typeof kinds)[number]['parse']>;

/** Any kind of datasource that is reached through a connection. */
export type AnyConnectedKind = ConnectedKind<ConnectedDatasource, DatasourceInputBase>;

/** Every kind of datasource that is reached through a connection. To add a kind, add it to `kinds`. */
export const connectedKinds: readonly AnyConnectedKind[] = Object.freeze([...kinds]);

/** The kind of a stored connection. Fails SOURCE_FAILED when it is not known. */
export const connectedKindOf = (type: string): AnyConnectedKind =>
  connectedKinds.find((kind) => kind.type === type) ??
  fail('SOURCE_FAILED', { reason: `datasources of the kind ${type} are not supported. Choose another kind.` });

/** The kinds of connections, as the graph's enum. */
export const connectionTypes: Readonly<Record<string, string>> = Object.freeze(
  Object.fromEntries(connectedKinds.map(({ type }) => [type, type])),
);
registerEnumType(connectionTypes, {
  name: 'DatasourceConnectionType',
  description: 'The kind of datasource that a connection reaches.',
  valuesConfig: Object.fromEntries(
    connectedKinds.map(({ type, connection: { description } }) => [type, { description }]),
  ),
});
// the interface cannot declare this field itself, because its enum lists all kinds
Field(() => connectionTypes, { description: 'The kind of datasource.' })(
  DatasourceConnectionSettings.prototype,
  'type',
);

/** The graph's type of a connection of each kind. */
export const connectionTypeNames: Readonly<Record<string, string>> = Object.freeze(
  Object.fromEntries(connectedKinds.map(({ type, connection: { objectType } }) => [type, objectType.name])),
);
