import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import type { GraphAnswer } from '#test/support/client.ts';
import { publishRecords } from '#test/support/datasets/records.ts';
import { changeForm } from '#test/support/portal/forms.ts';
import { seedDataset } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

// No records are answered from memory, so that a file that is missing is missed.
const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host, SUBGRAPH: 'on', RECORDS_IN_MEMORY_MB: '0' }, { hasOwnEngine: true });
const { admin, unauthenticated, services } = app;

const published = async (defaultSecurity: object = {}, name = 'height') => {
  const uid = await seedDataset(admin, { isRestricted: false, defaultSecurity });
  await publishRecords(app, uid, [{ name, type: 'int' }], [{ [name]: 12 }, { [name]: 30 }]);
  return uid;
};

/** A dataset that fails in each way, between others that do not. */
const first = await published();
const hidden = await published({ isDataVisible: false });
const spent = await published({ apiCallsQuota: { unit: 'month', limit: 0 } });
const without = await published({}, 'width');
const missing = await published();
const last = await published();
await services.db.rows(sql`with lost as (insert into blob (key) values (${'0'.repeat(64)}) returning key)
  update generation g set file = lost.key from lost, dataset d where d.uid = ${missing} and g.id = d.generation`);
const all = [first, hidden, spent, without, missing, last];

/** The fields that read records. */
const fields = `uid
  records(where: "height > 20", first: 1) { totalCount nodes { values } }
  aggregate(where: "height > 20", measures: [{ function: count, as: "n" }]) { groups }
  recordFacets(where: "height > 20") { name }
  record(recordId: "${'0'.repeat(40)}") { recordId }
  recordCount lineage(direction: uses) { isTruncated } quotaUsage { limit }`;

/** The codes of the errors at each place of a list, by the field that failed; a field of a connection counts as its connection. */
function codesAt({ errors = [] }: GraphAnswer, places: readonly string[], depth: number) {
  const codes: Record<string, Record<string, string>> = {};
  for (const { path = [], extensions } of errors) {
    const of = (codes[places[Number(path[depth])] ?? ''] ??= {});
    const field = path
      .slice(depth + 1)
      .find((each) => typeof each === 'string' && each !== 'nodes' && each !== 'resources');
    // One error for each path.
    expect(of[String(field)]).toBeUndefined();
    of[String(field)] = extensions.code;
  }
  return codes;
}

/** What each dataset answers, whatever the others do. */
function expectOthersAnswered(found: readonly ReturnType<typeof JSON.parse>[]) {
  const answered = {
    records: { totalCount: 1, nodes: [{ values: { height: 30 } }] },
    aggregate: { groups: [{ n: 1 }] },
    recordFacets: [],
  };
  expect(found.map(({ uid }) => uid)).toEqual(all);
  for (const uid of [first, last]) expect(found[all.indexOf(uid)]).toMatchObject({ ...answered, recordCount: 2 });
  const failed = { records: null, aggregate: null };
  for (const uid of [hidden, spent, without, missing]) expect(found[all.indexOf(uid)]).toMatchObject(failed);
  for (const each of found) expect(each).toMatchObject({ lineage: { isTruncated: false } });
}

const all4 = (code: string) => ({ records: code, aggregate: code, recordFacets: code, record: code });
const expectedCodes = {
  [hidden]: all4('DATA_NOT_VISIBLE'),
  [spent]: all4('CALLS_QUOTA_REACHED'),
  [without]: { records: 'ODSQL_ERROR', aggregate: 'ODSQL_ERROR', recordFacets: 'ODSQL_ERROR' },
  // The dataset offers no facets, so none is counted.
  [missing]: { records: 'UNAVAILABLE', aggregate: 'UNAVAILABLE', record: 'UNAVAILABLE' },
};

test('in a page of datasets, each part that fails is null with its code, and all others are answered', async () => {
  const answer = await unauthenticated.graph(`{ catalog(first: 20) { totalCount nodes { ${fields} } } }`);
  expect(answer).toMatchObject({ status: 200, data: { catalog: { totalCount: all.length } } });
  expectOthersAnswered(answer.data.catalog.nodes);
  expect(codesAt(answer, all, 2)).toEqual(expectedCodes);
});

test('so is what a router asks for by its keys', async () => {
  const representations = all.map((uid) => ({ __typename: 'CatalogDataset', uid }));
  const query = `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on CatalogDataset { ${fields} } } }`;
  const answer = await unauthenticated.graph(query, { representations });
  expect(answer.status).toBe(200);
  expectOthersAnswered(answer.data._entities);
  expect(codesAt(answer, all, 1)).toEqual(expectedCodes);
});

test('a wrong argument of one part leaves the others', async () => {
  const query = `{
    right: catalog(first: 1) { totalCount }
    wrong: catalog(first: 1, after: "x") { nodes { uid } }
    forms(first: -1) { totalCount }
    catalogDataset(by: { uid: "${first}" }) {
      far: lineage(direction: uses, depth: 1000) { isTruncated }
      near: lineage(direction: uses, depth: 1) { isTruncated }
      wrong: records(where: "==") { totalCount }
      right: records(where: "height > 1") { totalCount }
    }
  }`;
  const { data, errors = [] } = await unauthenticated.graph(query);
  expect(data).toEqual({
    right: { totalCount: all.length },
    wrong: null,
    forms: null,
    catalogDataset: { far: null, near: { isTruncated: false }, wrong: null, right: { totalCount: 2 } },
  });
  expect(Object.fromEntries(errors.map(({ path = [], extensions: { code } }) => [path.join('.'), code]))).toEqual({
    'wrong.nodes': 'INVALID_INPUT',
    forms: 'INVALID_INPUT',
    'catalogDataset.far': 'INVALID_INPUT',
    'catalogDataset.wrong': 'ODSQL_SYNTAX_ERROR',
  });
});

test('a form whose options cannot be read leaves those of other forms', async () => {
  for (const [slug, datasetUid] of Object.entries({ broken: missing, working: first })) {
    const block = {
      fieldId: 'size',
      type: 'advanced_choice',
      label: 'Size',
      advancedChoice: { datasetUid, field: 'height' },
    };
    await changeForm(admin, 'createForm', { slug, title: slug, sections: [{ blocks: [block] }] });
    await changeForm(admin, 'publishForm', { slug });
  }
  const query = '{ forms { nodes { slug options(fieldId: "size") tooMany: options(fieldId: "size", first: 5000) } } }';
  const answer = await admin.graph(query);
  const nodes = answer.data.forms.nodes;
  expect(nodes).toHaveLength(2);
  expect(nodes).toContainEqual({ slug: 'working', options: ['12', '30'], tooMany: null });
  expect(nodes).toContainEqual({ slug: 'broken', options: null, tooMany: null });
  const slugs = nodes.map(({ slug }: { slug: string }) => slug);
  expect(codesAt(answer, slugs, 2)).toEqual({
    working: { tooMany: 'INVALID_INPUT' },
    broken: { options: 'UNAVAILABLE', tooMany: 'INVALID_INPUT' },
  });
});

test('a source that cannot be read leaves the previews and guesses of other resources', async () => {
  const uid = await seedDataset(admin);
  for (const [title, url] of Object.entries({
    lost: `http://${web.host}/lost.csv`,
    kept: web.serve('/kept.csv', 'a,b\n1,2\n'),
  }))
    await admin.data('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
      input: { datasetUid: uid, type: 'csvfile', title, params: {}, datasource: { http: { connection: { url } } } },
    });
  const query = `query ($uid: ID!) { dataset(by: { uid: $uid }) { filterWarnings { path } resources { nodes {
    title preview { records } wrong: preview(where: "==") { records } guessedExtractors { type }
  } } } }`;
  const answer = await admin.graph(query, { uid });
  const { filterWarnings, resources } = answer.data.dataset;
  expect(filterWarnings).toEqual([]);
  expect(resources.nodes).toMatchObject([
    { title: 'lost', preview: null, wrong: null, guessedExtractors: null },
    {
      title: 'kept',
      preview: { records: [{ a: 1, b: 2 }] },
      wrong: null,
      guessedExtractors: [{ type: 'csvfile' }],
    },
  ]);
  const code = 'SOURCE_FAILED';
  expect(codesAt(answer, ['lost', 'kept'], 3)).toEqual({
    lost: { preview: code, wrong: 'ODSQL_SYNTAX_ERROR', guessedExtractors: code },
    kept: { wrong: 'ODSQL_SYNTAX_ERROR' },
  });
});

test('a column engine that has stopped leaves what does not need it', async () => {
  await services.columnEngine.close();
  const answer = await unauthenticated.graph(
    `{ catalog(first: 20) { totalCount nodes { ${fields.replaceAll('> 20', '> 25')} } } }`,
  );
  const { nodes } = answer.data.catalog;
  expect(nodes).toHaveLength(all.length);
  expect(nodes[0]).toMatchObject({
    uid: first,
    records: null,
    aggregate: null,
    recordCount: 2,
    lineage: { isTruncated: false },
  });
  expect(codesAt(answer, all, 2)[first]).toEqual({
    records: 'UNAVAILABLE',
    aggregate: 'UNAVAILABLE',
    record: 'UNAVAILABLE',
  });
});
