import { administrationRoutes } from './administration-routes.ts';
import { catalogRoutes } from './catalog-routes.ts';
import { portalRoutes } from './portal-routes.ts';
import type { Route } from './route.ts';
import { pushRoutes } from './routes/realtime.ts';

/** An interface: operations below one base, with a description of their own. */
export interface RestApi {
  readonly title: string;
  /** What it is for, in Markdown. */
  readonly about: string;
  readonly base: string;
  /** Whether every operation needs a key; else those without one are asked as nobody. */
  readonly needsKey: boolean;
  readonly routes: readonly Route[];
}

export const administrationApi: RestApi = Object.freeze({
  title: 'Automation API',
  about: 'The administration of a catalog.',
  base: '/api/automation/v1.0',
  needsKey: true,
  routes: administrationRoutes,
});

export const portalApi: RestApi = Object.freeze({
  title: 'Portal API',
  about: 'What the front-ends of a portal show and send. A key is needed only where an operation says so.',
  base: '/api/portal/v1.0',
  needsKey: false,
  routes: portalRoutes,
});

/** The interfaces that the contract consists of. */
export const contractApis: readonly RestApi[] = [administrationApi, portalApi];

const pushApi: RestApi = Object.freeze({
  title: 'Push API',
  about: 'Where records of realtime resources are pushed to. The push key in the address is all that it takes.',
  base: '/api/push/1.0',
  needsKey: false,
  routes: pushRoutes,
});

const catalogApi: RestApi = Object.freeze({
  title: 'Downloads',
  about: 'Files of the catalog, for those who see them in the graph.',
  base: '/catalog',
  needsKey: false,
  routes: catalogRoutes,
});

/** All interfaces that are no graph. */
export const restApis: readonly RestApi[] = [...contractApis, pushApi, catalogApi];
