import type { RecordState } from '#portal-page/record-state.ts';
import type { Use, UsedField } from '#portal-page/use/record-query.ts';
import { keyPlaceholder } from '#portal-page/use/record-query.ts';
import { testApp, type TestApp } from '../app.ts';
import { publishedTowns } from '../datasets/explore.ts';
import { runAndFinish, seedCsvDataset } from '../datasets/publishing.ts';
import { openPathProxy } from '../http/path-proxy.ts';
import { type SourceServer, sourceServer } from '../sources/source-server.ts';

/** A value that breaks out of quotes where they are not written well. */
export const hostileName = `it's "x" $(id) \`id\` \\ %41 é🌳 #(lf) \u202eend`;

/** Datasets whose records are taken away, of a service below a path. */
export interface UsedRecords {
  readonly app: TestApp;
  /** Where the records come from. */
  readonly web: SourceServer;
  /** A view of the towns that everyone sees. */
  readonly towns: (state?: Partial<RecordState>) => Use;
  /** A view of the towns that need a key. */
  readonly restricted: (state?: Partial<RecordState>) => Use;
  /** A view of records with hostile values, and with names of fields that GraphQL and ODSQL cannot spell. */
  readonly odd: (state?: Partial<RecordState>) => Use;
}

/** A view that uses all that a state has, and the names that it shows. */
export const wholeState: RecordState = {
  where: 'population > 100000',
  refine: [{ field: 'tags', value: 'river' }],
  search: 'europe',
  orderBy: [{ field: 'population', direction: 'DESC' }],
  select: ['name', 'population'],
};
export const wholeNames = ['Paris', 'Lyon', 'Bern'];

/** A view of the hostile records: all fields, by a field and a value that need quotes. */
export const oddState: RecordState = { refine: [{ field: 'a name', value: hostileName }], search: '"x"' };

/** The code with the key of the administrator in the place of the reader's. */
export const withKey = (code: string): string => code.replaceAll(keyPlaceholder, 'test-administrator-key');

const fieldsDocument =
  'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { datasetId schema { name label type isMultivalued isFacet } } }';

/** Publishes the datasets, and serves them until the tests of the file end. */
export async function usedRecords(): Promise<UsedRecords> {
  const web = await sourceServer();
  const proxy = await openPathProxy();
  const app = await testApp({ FETCH_ALLOW: web.host, PUBLIC_URL: proxy.address });
  proxy.serve(new URL(await app.http.listen({ port: 0, host: '127.0.0.1' })));
  const cell = `"${hostileName.replaceAll('"', '""')}"`;
  const csv = `a name,select,top\n${cell},1,2\nother,3,4\n`;
  const oddUid = await seedCsvDataset(app.admin, web.serve('/odd.csv', csv));
  const { status, message } = await runAndFinish(app.admin, 'publishDataset', oddUid);
  if (status !== 'idle') throw new Error(message);
  const [open, closed] = [
    await publishedTowns(app, web, {
      metadata: { default: { publisher: { value: 'Atlas' } }, dcat: { creator: { value: 'Survey' } } },
    }),
    await publishedTowns(app, web, { isRestricted: true }),
  ];
  const useOf = async (uid: string, needsKey: boolean): Promise<UsedRecords['towns']> => {
    const { catalogDataset } = await app.admin.data(fieldsDocument, { uid });
    const datasetId: string = catalogDataset.datasetId;
    const fields: readonly UsedField[] = catalogDataset.schema;
    return (state = {}) => ({
      ...{ service: proxy.address, datasetId, fields, limit: 20, offset: 0, needsKey },
      state: { refine: [], ...state },
    });
  };
  return {
    app,
    web,
    towns: await useOf(open, false),
    restricted: await useOf(closed, true),
    odd: await useOf(oddUid, true),
  };
}
