import {
  CreateScheduleDocument,
  DeleteScheduleDocument,
  ListSchedulesDocument,
  RetrieveScheduleDocument,
  UpdateScheduleDocument,
} from '#rest/generated/operations.ts';
import { expectedRevision, fromBody, fromPath, fromReplacingBody, pageVariables } from '#rest/request/request-value.ts';
import { createdObject, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

const retrieveSchedule = route(RetrieveScheduleDocument, {
  method: 'GET',
  path: '/datasets/{dataset_uid}/schedules/{schedule_uid}/',
  variables: { dataset_uid: fromPath('dataset_uid'), schedule_uid: fromPath('schedule_uid') },
  respond: object('dataset.schedule', { etag: 'dataset.revision' }),
});

/** The schedules of a dataset (docs/contract/rest.md 2). */
export const scheduleRoutes = [
  route(ListSchedulesDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/schedules/',
    variables: { dataset_uid: fromPath('dataset_uid'), ...pageVariables },
    respond: page('dataset.schedules', { etag: 'dataset.revision' }),
  }),
  route(CreateScheduleDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/schedules/',
    needs: { rights: ['mayEdit'] },
    variables: {
      input: { datasetUid: fromPath('dataset_uid'), cronSchedule: fromBody('cron_schedule'), expectedRevision },
    },
    respond: createdObject('createSchedule.schedule', { etag: 'createSchedule.dataset.revision' }),
  }),
  retrieveSchedule,
  route(UpdateScheduleDocument, {
    method: 'PUT',
    path: '/datasets/{dataset_uid}/schedules/{schedule_uid}/',
    needs: { rights: ['mayEdit'], target: retrieveSchedule },
    variables: {
      input: {
        datasetUid: fromPath('dataset_uid'),
        uid: fromPath('schedule_uid'),
        cronSchedule: fromReplacingBody('cron_schedule'),
        expectedRevision,
      },
    },
    respond: object('updateSchedule.schedule', { etag: 'updateSchedule.dataset.revision' }),
  }),
  route(DeleteScheduleDocument, {
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/schedules/{schedule_uid}/',
    needs: { rights: ['mayEdit'], target: retrieveSchedule },
    variables: {
      input: { datasetUid: fromPath('dataset_uid'), uid: fromPath('schedule_uid'), expectedRevision },
    },
    respond: noContent('deleteSchedule.dataset.revision'),
  }),
];
