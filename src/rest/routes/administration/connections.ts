import {
  CreateConnectionDocument,
  DeleteConnectionDocument,
  ListConnectionsDocument,
  RetrieveConnectionDocument,
  UpdateConnectionDocument,
} from '../../generated/operations.ts';
import { fromBody, fromPath, fromReplacement, pageVariables } from '../../request/request-value.ts';
import { created, empty, one, page } from '../../responders/responders.ts';
import { route } from '../../route.ts';

const retrieve = route(RetrieveConnectionDocument, {
  method: 'GET',
  path: '/datasource_connections/{connection_uid}/',
  variables: { connection_uid: fromPath('connection_uid') },
  respond: one('datasourceConnection'),
});

/** The settings of a connection: names that the body leaves out take their defaults, but secrets keep their values. */
const settings = {
  isReusable: fromReplacement('is_reusable'),
  url: fromReplacement('url'),
  headers: fromReplacement('headers'),
  auth: fromReplacement('auth'),
  connectionString: fromReplacement('connection_string'),
};

/** Connections that are saved for the resources of any dataset (docs/contract/rest.md 2, Connections). */
export const connectionRoutes = [
  route(ListConnectionsDocument, {
    method: 'GET',
    path: '/datasource_connections/',
    variables: pageVariables,
    respond: page('datasourceConnections'),
  }),
  route(CreateConnectionDocument, {
    method: 'POST',
    path: '/datasource_connections/',
    needs: { rights: ['manage_connection'] },
    variables: { input: { type: fromBody('type'), ...settings } },
    respond: created('createDatasourceConnection.connection'),
  }),
  retrieve,
  route(UpdateConnectionDocument, {
    method: 'PUT',
    path: '/datasource_connections/{connection_uid}/',
    needs: { rights: ['manage_connection'], part: retrieve },
    variables: {
      input: { uid: fromPath('connection_uid'), type: fromReplacement('type'), ...settings },
    },
    respond: one('updateDatasourceConnection.connection'),
  }),
  route(DeleteConnectionDocument, {
    method: 'DELETE',
    path: '/datasource_connections/{connection_uid}/',
    needs: { rights: ['manage_connection'], part: retrieve },
    variables: { input: { uid: fromPath('connection_uid') } },
    respond: empty(),
  }),
];
