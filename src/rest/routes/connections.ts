import {
  CreateConnectionDocument,
  DeleteConnectionDocument,
  ListConnectionsDocument,
  RetrieveConnectionDocument,
  UpdateConnectionDocument,
} from '../generated/operations.ts';
import { created, empty, one, page } from '../responders/responders.ts';
import type { RestInput } from '../rest-input.ts';
import { route } from '../route.ts';
import { pageVariables } from '../wire-values.ts';

const retrieve = route({
  method: 'GET',
  path: '/datasource_connections/{connection_uid}/',
  operation: RetrieveConnectionDocument,
  variables: ({ path }) => ({ connection_uid: path['connection_uid'] }),
  respond: one(({ datasourceConnection }) => datasourceConnection),
});

/** What a body says of a connection beside its type: all of it, for what is left out takes its default; secrets that are left out stay. */
const settingsOf = ({ body }: RestInput) => ({
  isReusable: body['is_reusable'] ?? null,
  url: body['url'] ?? null,
  headers: body['headers'] ?? null,
  auth: body['auth'] ?? null,
  connectionString: body['connection_string'] ?? null,
});

/** Connections that are saved for the resources of any dataset (docs/contract/rest.md 2, Connections). */
export const connectionRoutes = [
  route({
    method: 'GET',
    path: '/datasource_connections/',
    operation: ListConnectionsDocument,
    variables: (input) => pageVariables(input),
    respond: page(({ datasourceConnections }) => datasourceConnections),
  }),
  route({
    method: 'POST',
    path: '/datasource_connections/',
    operation: CreateConnectionDocument,
    needs: 'manage_connection',
    variables: (input) => ({ input: { type: input.body['type'], ...settingsOf(input) } }),
    respond: created(({ createDatasourceConnection }) => createDatasourceConnection.connection),
  }),
  retrieve,
  route({
    method: 'PUT',
    path: '/datasource_connections/{connection_uid}/',
    operation: UpdateConnectionDocument,
    needs: 'manage_connection',
    part: retrieve,
    variables: (input) => ({
      input: { uid: input.path['connection_uid'], type: input.body['type'] ?? null, ...settingsOf(input) },
    }),
    respond: one(({ updateDatasourceConnection }) => updateDatasourceConnection.connection),
  }),
  route({
    method: 'DELETE',
    path: '/datasource_connections/{connection_uid}/',
    operation: DeleteConnectionDocument,
    needs: 'manage_connection',
    part: retrieve,
    variables: ({ path }) => ({ input: { uid: path['connection_uid'] } }),
    respond: empty(),
  }),
];
