import { root } from '../../api/reading/root.ts';
import { callerOf } from '../../api/session.ts';
import { sql } from '../../kernel/sql.ts';
import { connections } from './connection.source.ts';

export const connectionRoots = Object.freeze({
  datasourceConnections: root({
    field: 'datasourceConnections',
    source: connections,
    returns: 'page',
    authorize: callerOf,
  }),
  datasourceConnection: root({
    field: 'datasourceConnection',
    source: connections,
    returns: 'one',
    authorize: callerOf,
    where: ({ uid }) => sql`t.uid = ${uid}`,
  }),
});
