import {
  AbortHarvesterDocument,
  CreateHarvesterDocument,
  CreateHarvesterScheduleDocument,
  DeleteHarvesterDocument,
  DeleteHarvesterScheduleDocument,
  ListHarvesterSchedulesDocument,
  ListHarvestersDocument,
  PublishHarvesterDatasetsDocument,
  RetrieveHarvesterDocument,
  RetrieveHarvesterErrorsDocument,
  RetrieveHarvesterPreviewDocument,
  RetrieveHarvesterScheduleDocument,
  StartHarvesterDocument,
  UnpublishHarvesterDatasetsDocument,
  UpdateHarvesterDocument,
  UpdateHarvesterScheduleDocument,
} from '#rest/generated/operations.ts';
import {
  fromBody,
  fromPath,
  fromQuery,
  fromReplacingBody,
  pageVariables,
  parseBoolean,
  restOfBody,
} from '#rest/request/request-value.ts';
import { acknowledgement, createdObject, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

const uid = fromPath('harvester_uid');
const path = '/harvesters/{harvester_uid}/';
const schedulePath = `${path}schedules/{schedule_uid}/` as const;

/** All other properties of a body are settings. A response has them next to these. */
const settings = restOfBody(
  ...['uid', 'type', 'name', 'status', 'version', 'restrict_datasets_visibility', 'delete_missing_datasets'],
  ...['forced_metas', 'remote_datasets_count', 'harvested_datasets_count', 'published_datasets_count'],
  ...['attached_datasets_count', 'resource_errors_count', 'has_error', 'created_at', 'updated_at', 'updated_by'],
  ...['last_started_at', 'last_success_at'],
);

const configuration = {
  type: fromBody('type'),
  name: fromBody('name'),
  settings,
  isRestrictingDatasets: fromBody('restrict_datasets_visibility'),
  isDeletingMissingDatasets: fromBody('delete_missing_datasets'),
  forcedMetadata: fromBody('forced_metas'),
};

const retrieve = route(RetrieveHarvesterDocument, {
  method: 'GET',
  path,
  needs: { hidesObject: true },
  variables: { harvester_uid: uid },
  respond: object('harvester'),
});
const rights = ['create_dataset', 'edit_dataset', 'publish_dataset'] as const;
const needs = { target: retrieve, hidesObject: true } as const;

const retrieveSchedule = route(RetrieveHarvesterScheduleDocument, {
  method: 'GET',
  path: schedulePath,
  needs,
  variables: { harvester_uid: uid, schedule_uid: fromPath('schedule_uid') },
  respond: object('harvester.schedule'),
});

/** Harvesters and their schedules (docs/contract/administration.md 10). */
export const harvesterRoutes = [
  route(ListHarvestersDocument, {
    method: 'GET',
    path: '/harvesters/',
    needs: { rights },
    variables: pageVariables,
    respond: page('harvesters'),
  }),
  route(CreateHarvesterDocument, {
    method: 'POST',
    path: '/harvesters/',
    needs: { rights },
    variables: { input: configuration },
    respond: createdObject('createHarvester.harvester'),
  }),
  retrieve,
  route(UpdateHarvesterDocument, {
    method: 'PUT',
    path,
    needs,
    variables: { input: { uid, ...configuration } },
    respond: object('updateHarvester.harvester'),
  }),
  route(DeleteHarvesterDocument, {
    method: 'DELETE',
    path,
    needs,
    variables: {
      input: { uid, hasDatasetsDeleted: fromQuery('delete_attached_datasets', { parse: parseBoolean }) },
    },
    respond: noContent(),
  }),
  route(StartHarvesterDocument, {
    method: 'POST',
    path: `${path}start/`,
    needs,
    variables: { input: { uid } },
    respond: object('startHarvester.harvester'),
  }),
  route(AbortHarvesterDocument, {
    method: 'POST',
    path: `${path}abort/`,
    needs,
    variables: { input: { uid } },
    respond: object('abortHarvester.harvester'),
  }),
  route(PublishHarvesterDatasetsDocument, {
    operationId: 'PublishHarvester',
    method: 'POST',
    path: `${path}publish/`,
    needs,
    variables: { input: { uid } },
    respond: acknowledgement(),
  }),
  route(UnpublishHarvesterDatasetsDocument, {
    operationId: 'UnpublishHarvester',
    method: 'POST',
    path: `${path}unpublish/`,
    needs,
    variables: { input: { uid } },
    respond: acknowledgement(),
  }),
  route(RetrieveHarvesterErrorsDocument, {
    method: 'GET',
    path: `${path}errors/`,
    needs,
    variables: { harvester_uid: uid },
    respond: object('harvesterErrors'),
  }),
  route(RetrieveHarvesterPreviewDocument, {
    operationId: 'PreviewHarvester',
    method: 'GET',
    path: `${path}preview/`,
    needs,
    variables: { input: { uid } },
    respond: object('harvesterPreview'),
  }),
  route(RetrieveHarvesterPreviewDocument, {
    operationId: 'PreviewUnsavedHarvester',
    method: 'POST',
    path: `${path}unsaved_preview/`,
    needs,
    variables: { input: { uid, ...configuration } },
    respond: object('harvesterPreview'),
  }),
  route(ListHarvesterSchedulesDocument, {
    method: 'GET',
    path: `${path}schedules/`,
    needs,
    variables: { harvester_uid: uid, ...pageVariables },
    respond: page('harvester.schedules'),
  }),
  route(CreateHarvesterScheduleDocument, {
    method: 'POST',
    path: `${path}schedules/`,
    needs,
    variables: {
      input: {
        harvesterUid: uid,
        cronSchedule: fromReplacingBody('cron_schedule'),
        timezone: fromReplacingBody('timezone'),
      },
    },
    respond: createdObject('createHarvesterSchedule.schedule'),
  }),
  retrieveSchedule,
  route(UpdateHarvesterScheduleDocument, {
    method: 'PUT',
    path: schedulePath,
    needs: { target: retrieveSchedule, hidesObject: true },
    variables: {
      input: {
        harvesterUid: uid,
        uid: fromPath('schedule_uid'),
        cronSchedule: fromReplacingBody('cron_schedule'),
        timezone: fromReplacingBody('timezone'),
      },
    },
    respond: object('updateHarvesterSchedule.schedule'),
  }),
  route(DeleteHarvesterScheduleDocument, {
    method: 'DELETE',
    path: schedulePath,
    needs: { target: retrieveSchedule, hidesObject: true },
    variables: { input: { harvesterUid: uid, uid: fromPath('schedule_uid') } },
    respond: noContent(),
  }),
];
