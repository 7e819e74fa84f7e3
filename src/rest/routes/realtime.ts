import {
  DeleteRealtimeRecordsDocument,
  DisableRealtimeResourceDocument,
  EnableRealtimeResourceDocument,
  PushRecordsDocument,
  RecoverRealtimeRecordsDocument,
  RenewPushKeyDocument,
} from '../generated/operations.ts';
import { one } from '../responders/responders.ts';
import { route, type Route } from '../route.ts';
import { resourceAction, resourceBody, retrieveResource } from './resources.ts';

/** What all these routes share. */
const onResource = { method: 'POST', needs: 'mayEdit', part: retrieveResource, variables: resourceAction } as const;
const path = '/datasets/{dataset_uid}/resources/{resource_uid}';

/** What only realtime resources know (docs/contract/rest.md 2, Realtime). */
export const realtimeRoutes = [
  route({
    ...onResource,
    path: `${path}/recover/`,
    operation: RecoverRealtimeRecordsDocument,
    respond: one(
      ({ recoverRealtimeRecords: { resource } }) => resourceBody(resource),
      ({ recoverRealtimeRecords: { dataset } }) => dataset?.revision,
    ),
  }),
  route({
    ...onResource,
    path: `${path}/delete_recover_data/`,
    operation: DeleteRealtimeRecordsDocument,
    respond: one(
      ({ deleteRealtimeRecords: { resource } }) => resourceBody(resource),
      ({ deleteRealtimeRecords: { dataset } }) => dataset?.revision,
    ),
  }),
  route({
    ...onResource,
    path: `${path}/enable/`,
    operation: EnableRealtimeResourceDocument,
    respond: one(
      ({ enableRealtimeResource: { resource } }) => resourceBody(resource),
      ({ enableRealtimeResource: { dataset } }) => dataset?.revision,
    ),
  }),
  route({
    ...onResource,
    path: `${path}/disable/`,
    operation: DisableRealtimeResourceDocument,
    respond: one(
      ({ disableRealtimeResource: { resource } }) => resourceBody(resource),
      ({ disableRealtimeResource: { dataset } }) => dataset?.revision,
    ),
  }),
  route({
    ...onResource,
    path: `${path}/renew_api_key/`,
    operation: RenewPushKeyDocument,
    respond: one(
      ({ renewPushKey: { resource } }) => resourceBody(resource),
      ({ renewPushKey: { dataset } }) => dataset?.revision,
    ),
  }),
];

/** The door for pushed records, below `/api/push/1.0`: the push key in the query opens it. */
export const pushRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/{dataset_id}/{resource_uid}/push/',
    operation: PushRecordsDocument,
    wholeBody: 'records',
    variables: ({ path: { dataset_id, resource_uid }, query, body }) => ({
      input: {
        datasetId: dataset_id,
        resourceUid: resource_uid,
        pushKey: [query['pushkey']].flat()[0] ?? '',
        records: body['records'],
      },
    }),
    respond: () => ({ status: 200, body: { status: 'OK' } }),
  }),
];
