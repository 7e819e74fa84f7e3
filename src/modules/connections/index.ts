import type { CatalogModule } from '#api/catalog-module.ts';
import { sql } from '#kernel/sql.ts';
import { deleteUnusedConnectionsJob, encryptSecretsJob } from './connections.job.ts';
import {
  ConnectionEntity,
  ConnectionGroupEntity,
  ConnectionUserEntity,
  HostKeyEntity,
  RefreshTokenEntity,
  SecretsCanaryEntity,
} from './connection.entity.ts';
import { connectionRoots, connections } from './connection.source.ts';
import { DatasourceConnectionResolver } from './connection.resolver.ts';
import { DatasourceConnectionRulesetResolver } from './connection-ruleset.resolver.ts';

export { copyInlineConnections, decryptConnections, type DecryptedConnection } from './stored-secrets.ts';
export { AnyDatasource, DatasourceConnectionSettings } from './connection.type.ts';
export { connectedKinds, type ConnectedDatasource } from './kinds/connected-kinds.ts';
export type {
  ConnectedKind,
  DatasourceDeclaration,
  DatasourceInputBase,
  InputField,
  StoredDatasource,
} from './kinds/connected-kind.ts';
export {
  audienceOf,
  decryptSecrets,
  encryptSecrets,
  extractUrlSecrets,
  maskUrl,
  noSecrets,
  restoreUrlSecrets,
  SecretCollector,
  secretsForAudience,
  type StoredSecrets,
} from './stored-secrets.ts';
export { ConnectionAccess } from './connection-access.ts';
export { ConnectionInput } from './connection-settings.inputs.ts';
export { connectionInputOf } from './connection.inputs.ts';
export { parseUrl, urlProblem } from './parse-settings.ts';
export {
  parseConnection,
  requireMayUseConnections,
  storeConnection,
  type ParsedConnection,
} from './parse-connection.ts';
export { connections, ConnectionEntity };

/** How datasources are reached: connections, their secrets, and who may use them. */
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
  resolvers: [DatasourceConnectionResolver, DatasourceConnectionRulesetResolver],
  sources: [connections],
  roots: connectionRoots,
  jobs: [deleteUnusedConnectionsJob, encryptSecretsJob],
  encryptedColumns: [
    { table: 'connection', column: 'secrets' },
    { table: 'refresh_token', column: 'sealed' },
  ],
  onDatasetDeleted: async ({ db }, datasetUid) => {
    await db.rows(sql`delete from connection c where c.dataset_uid = ${datasetUid}
      and not exists (select from deleted_connection kept where kept.connection_uid = c.uid)`);
  },
};
