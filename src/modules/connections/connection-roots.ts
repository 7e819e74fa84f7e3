import { root } from '../../api/reading/root.ts';
import { callerOf } from '../../api/session.ts';
import { sql } from '../../kernel/sql.ts';
import { connections } from './connection.source.ts';

export const connectionRoots = Object.freeze({
  datasourceConnections: root({ field: 'datasourceConnections', of: connections, finds: 'page', allow: callerOf }),
  datasourceConnection: root({
    field: 'datasourceConnection',
    of: connections,
    finds: 'one',
    allow: callerOf,
    where: ({ uid }) => sql`t.uid = ${uid}`,
  }),
});
