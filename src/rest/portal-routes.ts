import type { Route } from './route.ts';
import { formRoutes } from './routes/forms.ts';
import { glossaryRoutes } from './routes/glossary.ts';
import { pageRoutes } from './routes/pages.ts';
import { providerRoutes } from './routes/providers.ts';
import { relationRoutes } from './routes/relations.ts';

/** The portal operations of the contract, below `/api/portal/v1.0`; literals win over parameters. */
export const portalRoutes: readonly Route[] = [
  ...pageRoutes,
  ...glossaryRoutes,
  ...providerRoutes,
  ...formRoutes,
  ...relationRoutes,
];
