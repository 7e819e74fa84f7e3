import { z } from 'zod';
import { databaseSettings } from './settings/database.ts';
import { limitSettings } from './settings/limits.ts';
import { observabilitySettings } from './settings/observability.ts';
import { outgoingSettings } from './settings/outgoing.ts';
import { securitySettings } from './settings/security.ts';
import { serverSettings } from './settings/server.ts';
import { storageSettings } from './settings/storage.ts';

/** The environment variables in the order of README: parser, default and meaning of each. */
export const environment = z
  .object({
    ...serverSettings,
    ...databaseSettings,
    ...storageSettings,
    ...securitySettings,
    ...limitSettings,
    ...outgoingSettings,
    ...observabilitySettings,
  })
  .refine(({ DATABASE_URL, SECRETS_KEY }) => DATABASE_URL === undefined || SECRETS_KEY !== undefined, {
    path: ['SECRETS_KEY'],
    message: 'a key with DATABASE_URL: 32 bytes in base64 or hexadecimal, such as `openssl rand -base64 32` prints',
  })
  .refine((env) => env.DATABASE_DIRECT_URL === undefined || env.DATABASE_URL !== undefined, {
    path: ['DATABASE_DIRECT_URL'],
    message: 'DATABASE_URL, the pooler, to be set with it',
  })
  .refine((env) => env.DOCUMENTS === 'any' || env.SUBGRAPH === 'off', {
    path: ['SUBGRAPH'],
    message: 'off with DOCUMENTS=trusted, because a router writes documents of its own',
  })
  .refine((env) => env.S3_ACCESS_KEY_ID === undefined || env.S3_SECRET_ACCESS_KEY !== undefined, {
    path: ['S3_ACCESS_KEY_ID'],
    message: 'S3_SECRET_ACCESS_KEY to be set with it',
  })
  .refine((env) => env.S3_SECRET_ACCESS_KEY === undefined || env.S3_ACCESS_KEY_ID !== undefined, {
    path: ['S3_SECRET_ACCESS_KEY'],
    message: 'S3_ACCESS_KEY_ID to be set with it',
  });

/** The parsed environment variables. */
export type Environment = z.output<typeof environment>;
