import type { CatalogModule } from '../../api/catalog-module.ts';
import { sql } from '../../kernel/sql.ts';
import { checkSecretsKey } from '../../platform/secrets/check-secrets-key.ts';
import { encryptRows } from '../../platform/secrets/encrypt-rows.ts';
import { collectConnectionsJob } from './collect-connections.job.ts';
import {
  ConnectionEntity,
  ConnectionGroupEntity,
  ConnectionUserEntity,
  HostKeyEntity,
  RefreshTokenEntity,
  SecretsCanaryEntity,
} from './connection.entity.ts';
import { connectionRoots } from './connection-roots.ts';
import { DatasourceConnectionResolver } from './connection.resolver.ts';
import { connections } from './connection.source.ts';

export { acceptConnection, requireReuse, storeConnection, type AcceptedConnection } from './accept-connection.ts';
export { acceptHeaders } from './accept-headers.ts';
export { accessOf, sentHeaders, type ConnectionAccess } from './connection-access.ts';
export { HttpHeader } from './connection-kinds.type.ts';
export { copyInline, openConnections, type OpenConnection } from './connection-records.ts';
export { ConnectionInput, HttpHeaderInput } from './connection-settings.inputs.ts';
export type { ConnectionType } from './connection-settings.ts';
export { DatasourceConnectionSettings } from './connection.type.ts';
export {
  audienceOf,
  noSecrets,
  openSecrets,
  sealSecrets,
  SecretCollector,
  secretsFor,
  type KeptSecrets,
} from './kept-secrets.ts';
export { completeUrl, maskedUrl, takeUrlSecrets } from './secret-url.ts';
export { acceptUrl, urlProblem } from './source-url.ts';
export { connections, ConnectionEntity };

/** How places are reached that bytes are read from, who may use these ways, and their secrets. */
export const connectionsModule: CatalogModule = {
  name: 'connections',
  entities: [
    ConnectionEntity,
    ConnectionUserEntity,
    ConnectionGroupEntity,
    HostKeyEntity,
    RefreshTokenEntity,
    SecretsCanaryEntity,
  ],
  resolvers: [DatasourceConnectionResolver],
  sources: [connections],
  roots: Object.values(connectionRoots),
  jobs: [collectConnectionsJob],
  async prepare(app) {
    await checkSecretsKey(app);
    await encryptRows(app, 'connection');
  },
  datasetDeleted: async ({ db }, datasetUid) => {
    await db.rows(sql`delete from connection where dataset_uid = ${datasetUid}`);
  },
};
