import { exploreBasePath } from '#api/session.ts';
import { restConventions, type RestConventions, type Route } from './route.ts';
import { alternativeExportRoutes } from './routes/administration/alternative-exports.ts';
import { imageRoutes } from './routes/administration/images.ts';
import { apiKeyRoutes } from './routes/administration/api-keys.ts';
import { attachmentRoutes } from './routes/administration/attachments.ts';
import { connectionRulesetRoutes } from './routes/administration/connection-rulesets.ts';
import { connectionRoutes } from './routes/administration/connections.ts';
import { datasetRoutes } from './routes/administration/datasets.ts';
import { feedbackRoutes } from './routes/administration/feedback.ts';
import { fieldRoutes } from './routes/administration/fields.ts';
import { groupRoutes } from './routes/administration/groups.ts';
import { harvesterRoutes } from './routes/administration/harvesters.ts';
import { metadataRoutes } from './routes/administration/metadata.ts';
import { codeEditorPageRoutes, studioPageRoutes } from './routes/administration/pages.ts';
import { pageRulesetRoutes } from './routes/administration/page-rulesets.ts';
import { processorRoutes } from './routes/administration/processors.ts';
import { publicationRoutes } from './routes/administration/publication.ts';
import { realtimeRoutes, resourceFileRoutes, resourceRoutes } from './routes/administration/resources.ts';
import { rulesetRoutes } from './routes/administration/rulesets.ts';
import { scheduleRoutes } from './routes/administration/schedules.ts';
import { templateRoutes } from './routes/administration/templates.ts';
import { userRoutes } from './routes/administration/users.ts';
import { versionRoutes } from './routes/administration/versions.ts';
import { catalogRoutes } from './routes/catalog/downloads.ts';
import { exploreAttachmentRoutes } from './routes/explore/attachments.ts';
import { exploreCatalogExportRoutes } from './routes/explore/catalog-exports.ts';
import { exploreCatalogRoutes } from './routes/explore/catalog.ts';
import { exploreConventions } from './routes/explore/explore-conventions.ts';
import { exploreExportRoutes } from './routes/explore/exports.ts';
import { exploreFileRoutes } from './routes/explore/files.ts';
import { exploreRecordRoutes } from './routes/explore/records.ts';
import { formRoutes } from './routes/portal/forms.ts';
import { glossaryRoutes } from './routes/portal/glossary.ts';
import { pageRoutes } from './routes/portal/pages.ts';
import { providerRoutes } from './routes/portal/providers.ts';
import { relationRoutes } from './routes/portal/relations.ts';
import { pushRoutes } from './routes/push.ts';

/** A REST interface: operations below one base, with an OpenAPI description of their own. */
export interface RestApi {
  readonly title: string;
  /** The purpose of the interface, in Markdown. */
  readonly description: string;
  readonly base: string;
  /** The bases of versions that are not served; paths below them have the errors of this interface. */
  readonly unservedBases?: readonly string[];
  /** Whether every operation needs a key. Otherwise a request without a key is anonymous. */
  readonly needsKey: boolean;
  readonly conventions: RestConventions;
  /** The operations of the interface. The router prefers literal parts of a path over parameters. */
  readonly routes: readonly Route[];
}

/** The Automation API. */
export const administrationApi: RestApi = Object.freeze({
  title: 'Automation API',
  description: 'The administration of a catalog.',
  base: '/api/automation/v1.0',
  needsKey: true,
  conventions: restConventions,
  routes: [
    ...datasetRoutes,
    ...harvesterRoutes,
    ...connectionRoutes,
    ...connectionRulesetRoutes,
    ...userRoutes,
    ...groupRoutes,
    ...apiKeyRoutes,
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
    ...alternativeExportRoutes,
    ...imageRoutes,
    ...feedbackRoutes,
    ...templateRoutes,
    ...codeEditorPageRoutes,
    ...studioPageRoutes,
    ...pageRulesetRoutes,
  ],
});

/** The Portal API. */
export const portalApi: RestApi = Object.freeze({
  title: 'Portal API',
  description: 'What the front-ends of a portal show and send. A key is needed only where an operation says so.',
  base: '/api/portal/v1.0',
  needsKey: false,
  conventions: restConventions,
  routes: [...pageRoutes, ...glossaryRoutes, ...providerRoutes, ...formRoutes, ...relationRoutes],
});

const exploreApi: RestApi = Object.freeze({
  title: 'Explore API',
  description:
    'Searches the catalog, and queries the records of its datasets. No key is needed for what everybody may see.',
  base: exploreBasePath,
  unservedBases: ['/api/explore', '/api/v2', '/api/records'],
  needsKey: false,
  conventions: exploreConventions,
  routes: [
    ...exploreCatalogRoutes,
    ...exploreCatalogExportRoutes,
    ...exploreRecordRoutes,
    ...exploreExportRoutes,
    ...exploreAttachmentRoutes,
    ...exploreFileRoutes,
  ],
});

/** The interfaces that docs/contract/operations.tsv lists. */
export const contractApis: readonly RestApi[] = [administrationApi, portalApi];

const pushApi: RestApi = Object.freeze({
  title: 'Push API',
  description: 'Where clients push records of realtime resources. The push key in the address is the only credential.',
  base: '/api/push/1.0',
  needsKey: false,
  conventions: restConventions,
  routes: pushRoutes,
});

const catalogApi: RestApi = Object.freeze({
  title: 'Downloads',
  description: 'Downloads and machine-readable pages of the catalog, for callers who see them in the graph.',
  base: '/catalog',
  needsKey: false,
  conventions: restConventions,
  routes: catalogRoutes,
});

/** All REST interfaces. */
export const restApis: readonly RestApi[] = [...contractApis, exploreApi, pushApi, catalogApi];
