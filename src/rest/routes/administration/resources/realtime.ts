import {
  DeleteRealtimeRecordsDocument,
  DisableRealtimeResourceDocument,
  EnableRealtimeResourceDocument,
  RecoverRealtimeRecordsDocument,
  RenewPushKeyDocument,
} from '#rest/generated/operations.ts';
import { object } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';
import { resourceAction, retrieveResource } from './resources.ts';

/** The declarations that all these routes share. */
const actionOnResource = {
  method: 'POST',
  needs: { rights: ['mayEdit'], target: retrieveResource },
  variables: resourceAction,
} as const;
const resourcePath = '/datasets/{dataset_uid}/resources/{resource_uid}';

/** The operations of realtime resources (docs/contract/rest.md 2, Realtime). */
export const realtimeRoutes = [
  route(RecoverRealtimeRecordsDocument, {
    ...actionOnResource,
    path: `${resourcePath}/recover/`,
    respond: object('recoverRealtimeRecords.resource', {
      etag: 'recoverRealtimeRecords.dataset.revision',
    }),
  }),
  route(DeleteRealtimeRecordsDocument, {
    ...actionOnResource,
    path: `${resourcePath}/delete_recover_data/`,
    respond: object('deleteRealtimeRecords.resource', {
      etag: 'deleteRealtimeRecords.dataset.revision',
    }),
  }),
  route(EnableRealtimeResourceDocument, {
    ...actionOnResource,
    path: `${resourcePath}/enable/`,
    respond: object('enableRealtimeResource.resource', {
      etag: 'enableRealtimeResource.dataset.revision',
    }),
  }),
  route(DisableRealtimeResourceDocument, {
    ...actionOnResource,
    path: `${resourcePath}/disable/`,
    respond: object('disableRealtimeResource.resource', {
      etag: 'disableRealtimeResource.dataset.revision',
    }),
  }),
  route(RenewPushKeyDocument, {
    ...actionOnResource,
    path: `${resourcePath}/renew_api_key/`,
    respond: object('renewPushKey.resource', { etag: 'renewPushKey.dataset.revision' }),
  }),
];
