import { checkBefore } from '#kernel/check-all.ts';
import { fail } from '#kernel/fail.ts';
import { joinUrlBelow } from '#platform/datasources/http/join-url.ts';
import {
  ConnectionAccess,
  parseConnection,
  urlProblem,
  type ConnectedKind,
  type DatasourceInputBase,
  type StoredDatasource,
} from '#connections/index.ts';
import { openThroughCache } from '../reading/resource-cache.ts';
import type { DatasourceKind } from './datasource-kind.ts';

/** Replaces an invalid connection URL while a datasource is checked, so that one error reports its other fields as well. */
const placeholderUrl = 'https://host.invalid/';

/** The uid of the connection of a stored datasource; undefined without one. */
export const connectionOf = (datasource: StoredDatasource | null): string | undefined =>
  datasource && hasConnection(datasource) ? datasource.connection.uid : undefined;

const hasConnection = (
  datasource: StoredDatasource,
): datasource is StoredDatasource & { readonly connection: { readonly uid: string } } => 'connection' in datasource;

/** Converts the declaration of a kind that needs a connection. The bytes that its datasources yield are cached for the resource. */
export const toDatasourceKind = <Stored extends StoredDatasource, Input extends DatasourceInputBase>(
  kind: ConnectedKind<Stored, Input>,
): DatasourceKind<Stored, Input> => ({
  type: kind.type,
  label: kind.label,
  description: kind.description,
  objectType: kind.objectType,
  inputs: kind.inputs,
  hasConnection: true,
  displayName: (datasource, connectionUrl) => kind.displayName(datasource, connectionUrl),
  identity: (datasource) => kind.identity(datasource),
  async parse(ctx, input, { datasetUid, current, secrets }) {
    const parse = (uid: string, baseUrl: string) => kind.parse(input, { connection: { uid }, baseUrl, secrets });
    const url = input.connection?.url ?? '';
    const isUsable = joinUrlBelow(url, '') !== undefined && urlProblem(url) === undefined;
    const parsedConnection = await checkBefore(
      () => parseConnection(ctx, input.connection, { datasetUid, kind, currentUid: connectionOf(current) }),
      () => parse('', isUsable ? url : placeholderUrl),
    );
    const { uid, settings } = parsedConnection.connection;
    return { connection: parsedConnection, datasource: parse(uid, settings.url ?? '') };
  },
  async openStream(app, datasource, { connection, secrets, resourceUid, isSample }, signal) {
    const access = new ConnectionAccess(
      connection ?? fail('SOURCE_FAILED', { reason: 'its connection was deleted. Choose another connection.' }),
      kind.type,
      app.config.allowServerCredentials,
    );
    const readable = kind.toReadable(datasource, { connection: access, secrets, isSample });
    return openThroughCache(app, resourceUid, readable, signal);
  },
});
