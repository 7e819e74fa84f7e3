import { bundleModules } from './bundle-modules.ts';

/**
 * Bundles print-schema.ts, which imports neither the page nor a typed operation. The build of the service needs the types of all operations,
 * and `npm run schema` writes these after the schema.
 */
await bundleModules({ 'print-schema': 'src/tools/print-schema.ts' });
