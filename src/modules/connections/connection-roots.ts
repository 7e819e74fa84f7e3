import { root } from '#api/reading/declare/root.ts';
import { requireCaller } from '#api/session/session.ts';
import { sql } from '#kernel/sql.ts';
import { connections } from './connection.source.ts';

/** The root fields that read saved connections. */
export const connectionRoots = Object.freeze({
  datasourceConnections: root({
    field: 'datasourceConnections',
    source: connections,
    returns: 'page',
    authorize: requireCaller,
  }),
  datasourceConnection: root({
    field: 'datasourceConnection',
    source: connections,
    returns: 'one',
    authorize: requireCaller,
    where: ({ uid }) => sql`t.uid = ${uid}`,
  }),
});
