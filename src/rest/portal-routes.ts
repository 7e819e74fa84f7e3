import type { Route } from './route.ts';
import { glossaryRoutes } from './routes/glossary.ts';

/** The portal operations of the contract, below `/api/portal/v1.0`; literals win over parameters. */
export const portalRoutes: readonly Route[] = [
  ...glossaryRoutes,
];
