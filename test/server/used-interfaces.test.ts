import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { publishedTowns } from '../support/datasets/explore.ts';
import { sourceServer } from '../support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
await publishedTowns(app, web);
const { databaseUrl } = app;
const settings = { MCP: 'off', DOCUMENTS: 'trusted', DATA_DIR: app.services.config.dataDir };
const closed = await testApp(settings, { databaseUrl });

const browser = { accept: 'text/html' };
const interfaces = 'isAgentAccessEnabled isGraphOpen';

test('the page of a dataset offers the interfaces that are on', async () => {
  const ways = async ({ http }: typeof app) => {
    const { statusCode, body } = await http.inject({ url: '/datasets/towns', headers: browser });
    return [statusCode, [...body.matchAll(/id="use-(\w+)"/g)].map(([, way]) => way).filter((way) => way !== 'title')];
  };
  const others = ['curl', 'javascript', 'python', 'r', 'spreadsheet'];
  expect(await ways(app)).toEqual([200, ['graphql', ...others, 'agents']]);
  expect(await ways(closed)).toEqual([200, others]);
});

test('the graph tells which interfaces are on', async () => {
  const { portalSettings } = await app.unauthenticated.data(`{ portalSettings { ${interfaces} } }`);
  expect(portalSettings).toEqual({ isAgentAccessEnabled: true, isGraphOpen: true });
});
