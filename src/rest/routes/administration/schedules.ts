import {
  CreateScheduleDocument,
  DeleteScheduleDocument,
  ListSchedulesDocument,
  RetrieveScheduleDocument,
  UpdateScheduleDocument,
} from '#rest/generated/operations.ts';
import { fromBody, fromPath, fromReplacingBody } from '#rest/request/request-value.ts';
import { createdObject, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';
import { partOfDataset, tagged } from './part-of-dataset.ts';

const uid = fromPath('schedule_uid');
const part = partOfDataset('schedules', { variables: { schedule_uid: uid }, input: { uid } });

const retrieve = route(RetrieveScheduleDocument, { ...part.retrieve(), respond: object('dataset.schedule', tagged) });

/** The schedules of a dataset (docs/contract/rest.md 2). */
export const scheduleRoutes = [
  route(ListSchedulesDocument, { ...part.list, respond: page('dataset.schedules', tagged) }),
  route(CreateScheduleDocument, {
    ...part.create,
    variables: { input: { ...part.added, cronSchedule: fromBody('cron_schedule') } },
    respond: createdObject('createSchedule.schedule', tagged),
  }),
  retrieve,
  route(UpdateScheduleDocument, {
    ...part.change('PUT', retrieve),
    variables: { input: { ...part.changed, cronSchedule: fromReplacingBody('cron_schedule') } },
    respond: object('updateSchedule.schedule', tagged),
  }),
  route(DeleteScheduleDocument, {
    ...part.change('DELETE', retrieve),
    respond: noContent('deleteSchedule.dataset.revision'),
  }),
];
