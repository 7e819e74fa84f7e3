import { createServer } from 'node:http';
import { grafserv } from 'postgraphile/grafserv/node';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

/**
 * PostGraphile as its manual sets it up for production: no GraphiQL, no watching, no explain, its prepared statements and
 * caches as they are by default, a pool as large as that of the others. Only with CALLERS does a request have settings, and thus a
 * transaction around its reads: the caller that row security asks for, which a front would derive from a key.
 */
const preset: GraphileConfig.Preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: process.env['DATABASE_URL'] ?? '',
      schemas: (process.env['SCHEMAS'] ?? 'public').split(' '),
      poolConfig: { max: 20 },
    }),
  ],
  grafserv: { graphiql: false, watch: false, maxRequestLength: 1_000_000 },
  grafast: {
    explain: false,
    ...(process.env['CALLERS'] === 'on' && {
      context: ({ node }) => ({ pgSettings: { 'caller.username': String(node?.req.headers['x-caller'] ?? '') } }),
    }),
  },
  // Relations and orders whatever their index is: the documents ask for processors by position, the second column of one.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
};

const instance = postgraphile(preset).createServ(grafserv);
const server = createServer();
await instance.addTo(server);
await instance.ready();
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/graphql\n`);
});
