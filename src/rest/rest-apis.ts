import { administrationRoutes } from './administration-routes.ts';
import { portalRoutes } from './portal-routes.ts';
import type { Route } from './route.ts';

/** An interface of the contract: operations below one base, with a description of their own. */
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
  title: 'Automation API', about: 'The administration of a catalog.', base: '/api/automation/v1.0', needsKey: true, routes: administrationRoutes,
});

export const portalApi: RestApi = Object.freeze({
  title: 'Portal API', about: 'What the front-ends of a portal show and send. A key is needed only where an operation says so.',
  base: '/api/portal/v1.0', needsKey: false, routes: portalRoutes,
});

/** The interfaces that the contract consists of. */
export const restApis: readonly RestApi[] = [administrationApi, portalApi];
