import type { Route } from './route.ts';

/** The portal operations of the contract, below `/api/portal/v1.0`; literals win over parameters. */
export const portalRoutes: readonly Route[] = [
];
