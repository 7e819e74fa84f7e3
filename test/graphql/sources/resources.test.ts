import { describe, expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { uploadFile } from '#test/support/sources/resources.ts';
import { seedDataset } from '#test/support/seed.ts';

const app = await testApp({ MAX_UPLOAD_BYTES: '10000' });
const { admin } = app;

const csv = 'name;height\nAda;1.7\nGrace;1.65\n';
const create = `mutation ($input: CreateResourceInput!) {
  createResource(input: $input) { resource { uid } dataset { revision } }
}`;

async function withFile() {
  const datasetUid = await seedDataset(admin);
  await uploadFile(app, { datasetUid, filename: 'people.csv', content: csv });
  return { datasetUid, datasource: { uploadedFile: { file: { uid: 'people.csv' } } } };
}

async function withResource() {
  const { datasetUid, datasource } = await withFile();
  const { createResource } = await admin.data(create, {
    input: { datasetUid, datasource, type: 'csvfile', title: 'People', params: { separator: ';' } },
  });
  return { datasetUid, datasource, uid: createResource.resource.uid as string };
}

describe('An uploaded file', () => {
  test('is called by its own name, without a path', async () => {
    const datasetUid = await seedDataset(admin);
    const { data } = await uploadFile(app, { datasetUid, filename: '../../etc/fromages.csv', content: csv });
    expect(data.uploadResourceFile).toMatchObject({
      file: { uid: 'fromages.csv', filename: 'fromages.csv', mimetype: 'text/csv', bytes: csv.length },
      dataset: { revision: 2 },
    });
  });

  test('replaces the one of the same name, which keeps its uid and its creation', async () => {
    const { datasetUid } = await withFile();
    const question =
      'query ($uid: ID!) { dataset(by: { uid: $uid }) { resourceFile(uid: "people.csv") { bytes sha256 createdAt } resourceFiles { totalCount } } }';
    const before = await admin.data(question, { uid: datasetUid });
    await uploadFile(app, { datasetUid, filename: 'people.csv', content: `${csv}Joan;1.7\n` });
    const { dataset } = await admin.data(question, { uid: datasetUid });
    expect(dataset.resourceFiles.totalCount).toBe(1);
    expect(dataset.resourceFile).toMatchObject({
      bytes: csv.length + 9,
      createdAt: before.dataset.resourceFile.createdAt,
    });
    expect(dataset.resourceFile.sha256).not.toBe(before.dataset.resourceFile.sha256);
  });

  test('is refused beyond the limit, and leaves nothing', async () => {
    const datasetUid = await seedDataset(admin);
    const { status, errors } = await uploadFile(app, {
      datasetUid,
      filename: 'large.csv',
      content: 'x'.repeat(10_001),
    });
    expect([status, errors?.[0]?.extensions.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const { dataset } = await admin.data(
      'query ($uid: ID!) { dataset(by: { uid: $uid }) { revision resourceFiles { totalCount } } }',
      { uid: datasetUid },
    );
    expect(dataset).toEqual({ revision: 1, resourceFiles: { totalCount: 0 } });
  });

  test('An uploaded file of another dataset does not exist for this one', async () => {
    const { datasource } = await withFile();
    const datasetUid = await seedDataset(admin);
    const { errors } = await admin.graph(create, {
      input: { datasetUid, datasource, type: 'csvfile', title: 'Foreign' },
    });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { 'datasource.uploadedFile.file': expect.any(Array) },
    });
    const { dataset } = await admin.data(
      'query ($uid: ID!) { dataset(by: { uid: $uid }) { resourceFile(uid: "people.csv") { uid } } }',
      { uid: datasetUid },
    );
    expect(dataset.resourceFile).toBeNull();
  });

  test('is refused from callers who may not edit, without revealing the dataset', async () => {
    const datasetUid = await seedDataset(admin);
    const { errors } = await uploadFile(app, { datasetUid, filename: 'people.csv', content: csv }, null);
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHORIZED');
  });
});

describe('A resource', () => {
  test('is found by uid, in the list of its dataset and as a node, with what it is and where it comes from', async () => {
    const { datasetUid, uid } = await withResource();
    const { dataset } = await admin.data(
      `query ($datasetUid: ID!, $uid: ID!) { dataset(by: { uid: $datasetUid }) {
      resources { totalCount nodes { uid } }
      resource(uid: $uid) {
        id type title displayName params url extractionInfos { type label } origin { type label }
        datasource { type ... on UploadedFileDatasource { file { uid mimetype bytes } } }
      }
    } }`,
      { datasetUid, uid },
    );
    const { id, ...resource } = dataset.resource;
    expect(dataset.resources).toEqual({ totalCount: 1, nodes: [{ uid }] });
    expect(resource).toEqual({
      type: 'csvfile',
      title: 'People',
      displayName: 'people.csv',
      params: { separator: ';' },
      url: null,
      extractionInfos: { type: 'csvfile', label: 'CSV file' },
      origin: { type: 'uploaded_file', label: 'Uploaded file' },
      datasource: { type: 'uploaded_file', file: { uid: 'people.csv', mimetype: 'text/csv', bytes: csv.length } },
    });
    expect(await admin.data('query ($id: ID!) { node(id: $id) { ... on Resource { uid } } }', { id })).toEqual({
      node: { uid },
    });
    expect(await app.unauthenticated.data('query ($id: ID!) { node(id: $id) { id } }', { id })).toEqual({ node: null });
  });

  test('A resource without a datasource says at its creation that nothing can be read, by either door', async () => {
    const datasetUid = await seedDataset(admin);
    const warningOf = async (input: object) =>
      (
        await admin.data(
          'mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { warning } } }',
          { input: { datasetUid, title: 'x', ...input } },
        )
      ).createResource.resource.warning;
    const warning = 'Nothing can be read from this resource. Give it a datasource or a URL.';
    expect(await warningOf({ type: 'csvfile' })).toBe(warning);
    expect(await warningOf({ type: 'csvfile', url: 'https://example.org/a.csv' })).toBeNull();
    expect(await warningOf({ type: 'realtime' })).toBeNull();
    expect(await warningOf({ type: 'jcdecaux', params: { contract: 'lyon', api_key: 'k' } })).toBeNull();
    const path = `/datasets/${datasetUid}/resources/`;
    expect((await admin.rest('POST', path, { type: 'csvfile', title: 'y' })).body).toMatchObject({ warning });
    const { body } = await admin.rest('POST', path, { type: 'csvfile', title: 'z', url: 'https://example.org/a.csv' });
    expect(body).not.toHaveProperty('warning');
  });

  test('keeps omitted fields in an update, and null clears them', async () => {
    const { datasetUid, uid } = await withResource();
    const update = `mutation ($input: UpdateResourceInput!) { updateResource(input: $input) {
      resource { title params datasource { type } } dataset { revision }
    } }`;
    const renamed = await admin.data(update, { input: { datasetUid, uid, title: 'All people' } });
    expect(renamed.updateResource).toEqual({
      resource: { title: 'All people', params: { separator: ';' }, datasource: { type: 'uploaded_file' } },
      dataset: { revision: 4 },
    });
    const cleared = await admin.data(update, { input: { datasetUid, uid, params: null, datasource: null } });
    expect(cleared.updateResource.resource).toEqual({ title: 'All people', params: {}, datasource: null });
    const { errors } = await admin.graph(update, { input: { datasetUid, uid, title: null, type: null } });
    expect(Object.keys(errors?.[0]?.extensions.fields ?? {})).toEqual(['type', 'title']);
  });

  test('A resource of another dataset is not found, neither to change nor to delete', async () => {
    const { uid } = await withResource();
    const datasetUid = await seedDataset(admin);
    for (const [name, type] of [
      ['updateResource', 'UpdateResourceInput'],
      ['deleteResource', 'ResourceActionInput'],
      ['clearResourceCache', 'ResourceActionInput'],
    ]) {
      const { errors } = await admin.graph(
        `mutation ($input: ${String(type)}!) { ${String(name)}(input: $input) { dataset { uid } } }`,
        { input: { datasetUid, uid } },
      );
      expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    }
  });

  test('names everything that is wrong with it', async () => {
    const { datasetUid, datasource } = await withFile();
    const fields = async (input: object) =>
      Object.keys(
        (await admin.graph(create, { input: { datasetUid, datasource, type: 'csvfile', title: 'People', ...input } }))
          .errors?.[0]?.extensions.fields ?? {},
      );
    expect(await fields({ type: 'nothing', title: ' ' })).toEqual(['type', 'title']);
    expect(await fields({ params: { separator: 'two\nlines', first_row_no: 0 } })).toEqual([
      'params.separator',
      'params.first_row_no',
    ]);
    expect(await fields({ url: 'ftp://host/' })).toEqual(['url']);
    expect(await fields({ title: 'half \ud800' })).toEqual(['title']);
    expect(await fields({ datasource: { uploadedFile: { file: { uid: 'none' } } } })).toEqual([
      'datasource.uploadedFile.file',
    ]);
    expect(await fields({ datasource: { http: { connection: {} } } })).toEqual(['datasource.http.connection.url']);
  });

  test.each([
    [{ uploadedFile: {} }, 'at "input.datasource.uploadedFile"; Field "file" of required type'],
    [{ http: {} }, 'at "input.datasource.http"; Field "connection" of required type'],
    [{}, 'at "input.datasource"; Exactly one key must be specified'],
    [{ http: { connection: {} }, ftp: { connection: {} } }, 'Exactly one key must be specified'],
    [{ http: { connection: {}, fileId: 'a' } }, 'Field "fileId" is not defined by type'],
  ])('is refused before anything is read where its datasource is %j', async (datasource, message) => {
    const datasetUid = await seedDataset(admin);
    const { errors } = await admin.graph(create, { input: { datasetUid, type: 'csvfile', title: 'A', datasource } });
    expect(errors).toMatchObject([{ message: expect.stringContaining(message) }]);
  });

  test('is changed only at the revision that is expected', async () => {
    const { datasetUid, uid } = await withResource();
    const remove =
      'mutation ($input: ResourceActionInput!) { deleteResource(input: $input) { uid dataset { revision resources { totalCount } } } }';
    const { errors } = await admin.graph(remove, { input: { datasetUid, uid, expectedRevision: 2 } });
    expect(errors?.[0]?.extensions.code).toBe('REVISION_MISMATCH');
    const { deleteResource } = await admin.data(remove, { input: { datasetUid, uid, expectedRevision: 3 } });
    expect(deleteResource).toEqual({ uid, dataset: { revision: 4, resources: { totalCount: 0 } } });
  });
});

describe('A source', () => {
  test('is guessed and previewed before it is saved', async () => {
    const input = await withFile();
    const question = `query ($source: GuessExtractorsInput!, $typed: GuessExtractorParamsInput!, $resource: PreviewResourceInput!) {
      guessExtractors(input: $source) { type label confidence }
      guessExtractorParams(input: $typed) { extractor params }
      previewResource(input: $resource) { fields { name label type description originalName annotations { name } } records }
    }`;
    const found = await admin.data(question, {
      source: input,
      typed: { ...input, type: 'csvfile' },
      resource: { ...input, type: 'csvfile', params: { separator: ';' } },
    });
    expect(found.guessExtractors[0]).toMatchObject({ type: 'csvfile', label: 'CSV file' });
    expect(found.guessExtractorParams).toMatchObject({
      extractor: 'csvfile',
      params: { separator: ';', encoding: 'utf-8', first_row_no: 1 },
    });
    expect(found.previewResource).toEqual({
      fields: [
        { name: 'name', label: 'name', type: 'text', description: '', originalName: 'name', annotations: [] },
        { name: 'height', label: 'height', type: 'double', description: '', originalName: 'height', annotations: [] },
      ],
      records: [
        { name: 'Ada', height: 1.7 },
        { name: 'Grace', height: 1.65 },
      ],
    });
  });

  test('A source of a saved resource is guessed and previewed as it is configured', async () => {
    const { datasetUid, uid } = await withResource();
    const { dataset } = await admin.data(
      `query ($datasetUid: ID!, $uid: ID!) { dataset(by: { uid: $datasetUid }) { resource(uid: $uid) {
      guessedExtractors { type } guessedExtractorParams { extractor params } preview { records }
    } } }`,
      { datasetUid, uid },
    );
    expect(dataset.resource).toMatchObject({
      guessedExtractors: [{ type: 'csvfile' }],
      guessedExtractorParams: { extractor: 'csvfile', params: { separator: ';' } },
      preview: { records: [{ name: 'Ada' }, { name: 'Grace' }] },
    });
  });

  test('is shown with 20 records at most', async () => {
    const datasetUid = await seedDataset(admin);
    await uploadFile(app, {
      datasetUid,
      filename: 'many.csv',
      content: `n\n${Array.from({ length: 50 }, (_, n) => n).join('\n')}\n`,
    });
    const { previewResource } = await admin.data(
      'query ($input: PreviewResourceInput!) { previewResource(input: $input) { records } }',
      {
        input: { datasetUid, type: 'csvfile', datasource: { uploadedFile: { file: { uid: 'many.csv' } } } },
      },
    );
    expect(previewResource.records).toHaveLength(20);
  });

  describe('is shown by the records that match a condition', () => {
    const shownWhere = async (where: string): Promise<unknown> => {
      const { datasetUid, uid } = await withResource();
      const { dataset } = await admin.data(
        'query ($datasetUid: ID!, $uid: ID!, $where: String) { dataset(by: { uid: $datasetUid }) { resource(uid: $uid) { preview(where: $where) { records } } } }',
        { datasetUid, uid, where },
      );
      return dataset.resource.preview.records;
    };
    test.each([
      ['height < 1.7', [{ name: 'Grace', height: 1.65 }]],
      ['startswith(name, "A") and "ada"', [{ name: 'Ada', height: 1.7 }]],
      ['height is null', []],
      [
        '',
        [
          { name: 'Ada', height: 1.7 },
          { name: 'Grace', height: 1.65 },
        ],
      ],
    ])('A source is shown by the records that match a condition: %s', async (where, records) =>
      expect(await shownWhere(where)).toEqual(records),
    );

    test('a condition shows the records that match it before it is saved too', async () => {
      const input = { ...(await withFile()), type: 'csvfile', params: { separator: ';' }, where: 'name = "Ada"' };
      const { previewResource } = await admin.data(
        'query ($input: PreviewResourceInput!) { previewResource(input: $input) { records } }',
        { input },
      );
      expect(previewResource.records).toEqual([{ name: 'Ada', height: 1.7 }]);
    });

    test.each([
      ['height =', { code: 'ODSQL_SYNTAX_ERROR', position: 8 }],
      ['weight = 1', { code: 'ODSQL_ERROR', problem: 'Unknown field: weight', clause: 'where' }],
      ['height = "1"', { code: 'INCOMPATIBLE_TYPES', clause: 'where' }],
    ])('A source is shown by the records that match a condition; %s is refused', async (where, extensions) => {
      const { datasetUid, uid } = await withResource();
      const { errors } = await admin.graph(
        'query ($datasetUid: ID!, $uid: ID!, $where: String) { dataset(by: { uid: $datasetUid }) { resource(uid: $uid) { preview(where: $where) { records } } } }',
        { datasetUid, uid, where },
      );
      expect(errors).toEqual([expect.objectContaining({ extensions: expect.objectContaining(extensions) })]);
    });
  });

  test('is read only a few times in one request', async () => {
    const input = await withFile();
    const question = `query ($input: GuessExtractorsInput!) { ${Array.from({ length: 6 }, (_, n) => `g${n}: guessExtractors(input: $input) { type }`).join(' ')} }`;
    expect((await admin.graph(question, { input })).errors?.[0]?.extensions.code).toBe('QUERY_TOO_COMPLEX');
  });
});

test('The formats are listed for those who may configure some dataset', async () => {
  const question = '{ extractors { type label parameters { name type isMandatory default choices } } }';
  const { extractors } = await admin.data(question);
  expect(extractors.map(({ type }: { type: string }) => type)).toEqual(expect.arrayContaining(['csvfile', 'jsonfile']));
  expect(extractors[0].parameters[0]).toEqual({
    name: 'separator',
    type: 'text',
    isMandatory: true,
    default: ',',
    choices: null,
  });
  expect((await app.unauthenticated.graph(question)).errors?.[0]?.extensions.code).toBe('UNAUTHORIZED');
});
