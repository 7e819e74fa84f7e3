import {
  CreateScheduleDocument,
  DeleteScheduleDocument,
  ListSchedulesDocument,
  RetrieveScheduleDocument,
  UpdateScheduleDocument,
} from '../generated/operations.ts';
import { created, empty, one, page } from '../responders/responders.ts';
import { route } from '../route.ts';
import { pageVariables } from '../wire-values.ts';

const retrieve = route({
  method: 'GET',
  path: '/datasets/{dataset_uid}/schedules/{schedule_uid}/',
  operation: RetrieveScheduleDocument,
  variables: ({ path }) => ({ dataset_uid: path['dataset_uid'], schedule_uid: path['schedule_uid'] }),
  respond: one(
    ({ dataset }) => dataset?.schedule,
    ({ dataset }) => dataset?.revision,
  ),
});

/** The schedules of a dataset (docs/contract/rest.md 2). */
export const scheduleRoutes = [
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/schedules/',
    operation: ListSchedulesDocument,
    variables: (input) => ({ dataset_uid: input.path['dataset_uid'], ...pageVariables(input) }),
    respond: page(({ dataset }) => dataset?.schedules, { revisionOf: ({ dataset }) => dataset?.revision }),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/schedules/',
    operation: CreateScheduleDocument,
    needs: 'mayEdit',
    variables: ({ path, body, expectedRevision }) => ({
      input: { datasetUid: path['dataset_uid'], cronSchedule: body['cron_schedule'], expectedRevision },
    }),
    respond: created(
      ({ createSchedule }) => createSchedule.schedule,
      ({ createSchedule }) => createSchedule.dataset?.revision,
    ),
  }),
  retrieve,
  route({
    method: 'PUT',
    path: '/datasets/{dataset_uid}/schedules/{schedule_uid}/',
    operation: UpdateScheduleDocument,
    needs: 'mayEdit',
    part: retrieve,
    variables: ({ path, body, expectedRevision }) => ({
      input: {
        datasetUid: path['dataset_uid'],
        uid: path['schedule_uid'],
        cronSchedule: body['cron_schedule'] ?? null,
        expectedRevision,
      },
    }),
    respond: one(
      ({ updateSchedule }) => updateSchedule.schedule,
      ({ updateSchedule }) => updateSchedule.dataset?.revision,
    ),
  }),
  route({
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/schedules/{schedule_uid}/',
    operation: DeleteScheduleDocument,
    needs: 'mayEdit',
    part: retrieve,
    variables: ({ path, expectedRevision }) => ({
      input: { datasetUid: path['dataset_uid'], uid: path['schedule_uid'], expectedRevision },
    }),
    respond: empty(({ deleteSchedule }) => deleteSchedule.dataset?.revision),
  }),
];
