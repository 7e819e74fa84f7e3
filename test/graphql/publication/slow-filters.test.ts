import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { whileQueriesAreHeld } from '#test/support/datasets/held-queries.ts';
import { appendProcessor, joinParams, publishedCities, seedTrips } from '#test/support/datasets/joins.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host, EXPLORE_TIMEOUT: '1' });

test('a preview whose join reads records through a row filter reports that the filter takes too long', async () => {
  const cities = await publishedCities(app, web);
  const joiner = await seedUser(app, 'joiner', { permissions: ['create_dataset'] });
  await seedRuleset(app, cities, { user: 'joiner', security: { filterQuery: 'people > 1' } });
  const trips = await seedTrips(joiner, web);
  expect((await appendProcessor(joiner, trips, joinParams(cities))).errors).toBeUndefined();
  const { errors } = await whileQueriesAreHeld(
    app,
    () => true,
    () =>
      joiner.graph('query ($uid: ID!) { dataset(by: { uid: $uid }) { resources { nodes { preview { records } } } } }', {
        uid: trips,
      }),
  );
  expect(errors).toMatchObject([{ extensions: { code: 'FILTER_TOO_SLOW' } }]);
});
