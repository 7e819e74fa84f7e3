import type { JobHandler } from '#api/catalog-module.ts';
import { encryptRows } from '#platform/secrets/encrypt-rows.ts';

/** Encrypts what another process wrote with an earlier key after this one had started. */
export const encryptSecretsJob: JobHandler = {
  queue: 'encrypt-secrets',
  everySeconds: 3_600,
  run: ({ app }) => encryptRows(app, app.registry.encryptedColumns),
};
