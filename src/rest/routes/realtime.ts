import {
  DeleteRealtimeRecordsDocument,
  DisableRealtimeResourceDocument,
  EnableRealtimeResourceDocument,
  PushRecordsDocument,
  RecoverRealtimeRecordsDocument,
  RenewPushKeyDocument,
} from '../generated/operations.ts';
import { fromPath, fromQuery, recordsInBody } from '../request/request-value.ts';
import { always, composed } from '../responders/body-shape.ts';
import { one } from '../responders/responders.ts';
import { route, type Route } from '../route.ts';
import { resourceBody } from './resource-body.ts';
import { resourceAction, retrieveResource } from './resources.ts';

/** What all these routes share. */
const onResource = {
  method: 'POST',
  needs: { rights: ['mayEdit'], part: retrieveResource },
  variables: resourceAction,
} as const;
const path = '/datasets/{dataset_uid}/resources/{resource_uid}';

/** What only realtime resources know (docs/contract/rest.md 2, Realtime). */
export const realtimeRoutes = [
  route(RecoverRealtimeRecordsDocument, {
    ...onResource,
    path: `${path}/recover/`,
    respond: one('recoverRealtimeRecords.resource', {
      etag: 'recoverRealtimeRecords.dataset.revision',
      body: resourceBody,
    }),
  }),
  route(DeleteRealtimeRecordsDocument, {
    ...onResource,
    path: `${path}/delete_recover_data/`,
    respond: one('deleteRealtimeRecords.resource', {
      etag: 'deleteRealtimeRecords.dataset.revision',
      body: resourceBody,
    }),
  }),
  route(EnableRealtimeResourceDocument, {
    ...onResource,
    path: `${path}/enable/`,
    respond: one('enableRealtimeResource.resource', {
      etag: 'enableRealtimeResource.dataset.revision',
      body: resourceBody,
    }),
  }),
  route(DisableRealtimeResourceDocument, {
    ...onResource,
    path: `${path}/disable/`,
    respond: one('disableRealtimeResource.resource', {
      etag: 'disableRealtimeResource.dataset.revision',
      body: resourceBody,
    }),
  }),
  route(RenewPushKeyDocument, {
    ...onResource,
    path: `${path}/renew_api_key/`,
    respond: one('renewPushKey.resource', { etag: 'renewPushKey.dataset.revision', body: resourceBody }),
  }),
];

/** Where records are pushed to, below `/api/push/1.0`: the push key in the query is all that a client needs. */
export const pushRoutes: readonly Route[] = [
  route(PushRecordsDocument, {
    method: 'POST',
    path: '/{dataset_id}/{resource_uid}/push/',
    variables: {
      input: {
        datasetId: fromPath('dataset_id'),
        resourceUid: fromPath('resource_uid'),
        pushKey: fromQuery('pushkey', { parse: (value) => [value].flat()[0], default: '', isRequired: true }),
        records: recordsInBody,
      },
    },
    respond: {
      respond: () => ({ status: 200, body: { status: 'OK' } }),
      response: () => ({
        status: 200,
        hasETag: false,
        content: { json: composed({ status: always({ kind: 'text', text: 'OK' }) }) },
      }),
    },
  }),
];
