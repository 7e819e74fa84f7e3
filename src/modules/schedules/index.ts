import type { CatalogModule } from '#api/catalog-module.ts';
import { ScheduleEntity } from './schedule.entity.ts';
import { ScheduleResolver } from './schedule.resolver.ts';
import { schedulesSection } from './schedule.section.ts';
import { schedules } from './schedule.source.ts';

export { nextRun, parseCronSchedule } from './cron-schedule.rules.ts';
export { findDueDatasets, advanceDueSchedules } from './schedules.service.ts';

/** Schedules that publish datasets. */
export const schedulesModule: CatalogModule = {
  name: 'schedules',
  entities: [ScheduleEntity],
  resolvers: [ScheduleResolver],
  sources: [schedules],
  sections: [schedulesSection],
};
