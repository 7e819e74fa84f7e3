import {
  DeleteRealtimeRecordsDocument,
  DisableRealtimeResourceDocument,
  EnableRealtimeResourceDocument,
  RecoverRealtimeRecordsDocument,
  RenewPushKeyDocument,
} from '../../../generated/operations.ts';
import { one } from '../../../responders/responders.ts';
import { route } from '../../../route.ts';
import { resourceBody } from './resource-body.ts';
import { resourceAction, retrieveResource } from './resources.ts';

/** The declarations that all these routes share. */
const onResource = {
  method: 'POST',
  needs: { rights: ['mayEdit'], part: retrieveResource },
  variables: resourceAction,
} as const;
const path = '/datasets/{dataset_uid}/resources/{resource_uid}';

/** The operations of realtime resources (docs/contract/rest.md 2, Realtime). */
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
