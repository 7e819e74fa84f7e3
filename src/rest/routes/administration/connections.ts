import {
  CreateDatasourceConnectionDocument,
  DeleteDatasourceConnectionDocument,
  ListDatasourceConnectionsDocument,
  RetrieveDatasourceConnectionDocument,
  UpdateDatasourceConnectionDocument,
} from '#rest/generated/operations.ts';
import {
  constant,
  fromPath,
  fromReplacingBody,
  fromRequiredBody,
  fromSort,
  pageVariables,
} from '#rest/request/request-value.ts';
import { createdObject, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';
import { manageConnection } from './connection-rulesets.ts';

/** Where the settings of a connection come from. Properties that the body omits take their defaults; omitted secrets keep their values. */
const connectionSettings = {
  isReusable: fromReplacingBody('is_reusable'),
  url: fromReplacingBody('url'),
  headers: fromReplacingBody('headers'),
  auth: fromReplacingBody('auth'),
  connectionString: fromReplacingBody('connection_string'),
};

/** What a list of connections may be sorted by. */
const sortFields = {
  created_at: 'CREATED_AT',
  updated_at: 'UPDATED_AT',
  type: 'TYPE',
  dataset_count: 'DATASET_COUNT',
};

/** Connections that are saved for the resources of any dataset (docs/contract/rest.md 2, Connections). */
export const connectionRoutes = [
  route(ListDatasourceConnectionsDocument, {
    operationId: 'ListConnections',
    method: 'GET',
    path: '/datasource_connections/',
    variables: { ...pageVariables, order_by: fromSort(sortFields, { default: 'created_at' }) },
    respond: page('datasourceConnections'),
  }),
  route(CreateDatasourceConnectionDocument, {
    operationId: 'CreateConnection',
    method: 'POST',
    path: '/datasource_connections/',
    needs: { rights: ['manage_connection'] },
    // the settings of clients are of one kind; a body has those of all kinds
    variables: { input: { settings: constant(null), type: fromRequiredBody('type'), ...connectionSettings } },
    respond: createdObject('createDatasourceConnection.connection'),
  }),
  route(RetrieveDatasourceConnectionDocument, {
    operationId: 'RetrieveConnection',
    method: 'GET',
    path: '/datasource_connections/{connection_uid}/',
    variables: { connection_uid: fromPath('connection_uid') },
    respond: object('datasourceConnection'),
  }),
  route(UpdateDatasourceConnectionDocument, {
    operationId: 'UpdateConnection',
    method: 'PUT',
    path: '/datasource_connections/{connection_uid}/',
    needs: { target: manageConnection },
    variables: {
      input: { uid: fromPath('connection_uid'), type: fromReplacingBody('type'), ...connectionSettings },
    },
    respond: object('updateDatasourceConnection.connection'),
  }),
  route(DeleteDatasourceConnectionDocument, {
    operationId: 'DeleteConnection',
    method: 'DELETE',
    path: '/datasource_connections/{connection_uid}/',
    needs: { target: manageConnection },
    variables: { input: { uid: fromPath('connection_uid') } },
    respond: noContent(),
  }),
];
