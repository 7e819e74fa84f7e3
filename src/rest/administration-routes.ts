import type { Route } from './route.ts';
import { attachmentRoutes } from './routes/attachments.ts';
import { connectionRoutes } from './routes/connections.ts';
import { datasetRoutes } from './routes/datasets.ts';
import { feedbackRoutes } from './routes/feedback.ts';
import { fieldRoutes } from './routes/fields.ts';
import { metadataRoutes } from './routes/metadata.ts';
import { processorRoutes } from './routes/processors.ts';
import { publicationRoutes } from './routes/publication.ts';
import { realtimeRoutes } from './routes/realtime.ts';
import { resourceFileRoutes } from './routes/resource-files.ts';
import { resourceRoutes } from './routes/resources.ts';
import { rulesetRoutes } from './routes/rulesets.ts';
import { templateRoutes } from './routes/templates.ts';
import { scheduleRoutes } from './routes/schedules.ts';
import { versionRoutes } from './routes/versions.ts';

/** The administration operations of the contract, below `/api/automation/v1.0`; literals win over parameters. */
export const administrationRoutes: readonly Route[] = [
  ...datasetRoutes,
  ...connectionRoutes,
  ...metadataRoutes,
  ...resourceRoutes,
  ...realtimeRoutes,
  ...resourceFileRoutes,
  ...rulesetRoutes,
  ...processorRoutes,
  ...fieldRoutes,
  ...scheduleRoutes,
  ...publicationRoutes,
  ...versionRoutes,
  ...attachmentRoutes,
  ...feedbackRoutes,
  ...templateRoutes,
];
