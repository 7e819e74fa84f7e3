import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { recordsOf, finishedRestStatus } from '../support/datasets/publishing.ts';

const app = await testApp();
const { admin } = app;
const seattle = 'test/fixtures/seattle-weather.csv';

/** Parses a plain CSV without quotes: the expected result. */
function rowsOf(text: string): Record<string, string>[] {
  const [header = '', ...lines] = text.trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])));
}

/** A file of the weather: date, precipitation, temp_max, temp_min, wind, weather. */
const ownWeather = [
  'date,precipitation,temp_max,temp_min,wind,weather',
  ...Array.from({ length: 1_200 }, (_row, index) => {
    const day = new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10);
    return [
      day,
      (index % 7) / 10,
      10 + (index % 20) + 0.5,
      index % 10,
      (index % 5) + 0.1,
      index % 3 === 0 ? 'drizzle' : 'sun',
    ].join(',');
  }),
].join('\n');

const files: [string, string][] = [
  ['own weather', ownWeather],
  ['seattle-weather.csv', readFileSync(seattle, 'utf8')],
];

test.each(files)(
  '%s goes from upload through guess, preview, processors and publish to idle, and both doors read it alike',
  async (name, text) => {
    const {
      body: { uid },
    } = await admin.rest('POST', '/datasets/', { metadata: { default: { title: { value: name } } } });
    const path = `/datasets/${uid}`;
    const upload = await admin.upload(`${path}/resources/files/`, 'weather.csv', text);
    expect(upload).toMatchObject({ status: 201, body: { uid: 'weather.csv', filename: 'weather.csv' } });

    const datasource = { type: 'uploaded_file', file: { uid: 'weather.csv' } };
    const { body: guesses } = await admin.rest('POST', `${path}/resources/guess_extractors/`, { datasource });
    expect(guesses[0].type).toBe('csvfile');
    const { body: guess } = await admin.rest('POST', `${path}/resources/guess_extractor_params/`, {
      datasource,
      type: 'csvfile',
    });
    expect(guess).toMatchObject({
      extractor: 'csvfile',
      params: { separator: ',', encoding: 'utf-8', headers_first_row: true },
    });
    const { body: preview } = await admin.rest('POST', `${path}/resources/preview/`, {
      datasource,
      type: 'csvfile',
      params: guess.params,
    });
    expect(preview.fields.map((field: { name: string; type: string }) => [field.name, field.type])).toEqual([
      ['date', 'date'],
      ['precipitation', 'double'],
      ['temp_max', 'double'],
      ['temp_min', expect.stringMatching(/^(double|int)$/)],
      ['wind', 'double'],
      ['weather', 'text'],
    ]);
    expect(preview.records).toHaveLength(20);

    const { status, body: resource } = await admin.rest('POST', `${path}/resources/`, {
      type: 'csvfile',
      title: 'Weather',
      params: guess.params,
      datasource,
    });
    expect(status).toBe(201);
    await admin.rest('POST', `${path}/processors/`, {
      type: 'string_replace',
      label: 'Dry',
      field: 'weather',
      old: 'drizzle',
      new: 'light rain',
    });
    await admin.rest('POST', `${path}/processors/`, {
      type: 'skip_record',
      field: 'weather',
      value_to_skip: 'fog',
      exact_match: true,
    });
    await admin.rest('POST', `${path}/processors/`, {
      type: 'concat',
      left_value: 'date',
      right_value: 'weather',
      separator: ' ',
      output_field: 'day',
    });

    expect(await admin.rest('POST', `${path}/publish/`)).toMatchObject({ status: 200, body: { detail: 'ok' } });
    const { since, ...status_ } = await finishedRestStatus(app, uid);
    expect(since).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(status_).toEqual({
      status: 'idle',
      previous: 'processing',
      next: null,
      is_published: true,
      message: null,
      records_errors: [],
      params: {},
    });

    const expected = rowsOf(text)
      .filter(({ weather }) => weather !== 'fog')
      .map(({ date, weather, ...numbers }) => {
        const said = weather === 'drizzle' ? 'light rain' : weather;
        return {
          date,
          ...Object.fromEntries(Object.entries(numbers).map(([field, cell]) => [field, Number(cell)])),
          weather: said,
          day: `${date ?? ''} ${said ?? ''}`,
        };
      });
    expect(await recordsOf(app, uid)).toEqual(expected);

    const { dataset } = await admin.data(
      `query ($uid: ID!) { dataset(by: { uid: $uid }) {
    uid dataset_id: datasetId is_published: isPublished created_by: createdBy { username } updated_by: updatedBy { username }
    resources { totalCount nodes { uid title type params } }
    processors { nodes { uid type label params } }
    versions { totalCount nodes { uid sections created_by: createdBy { username } created_at: createdAt } }
    status { status previous next since: changedAt is_published: isPublished message params }
  } }`,
      { uid },
    );
    const read = async (part: string) => (await admin.rest('GET', `${path}/${part}`)).body;
    expect(await read('')).toMatchObject({
      uid,
      dataset_id: dataset.dataset_id,
      is_published: true,
      created_by: dataset.created_by,
      updated_by: { username: 'admin' },
    });
    expect(await read('resources/')).toMatchObject({
      total_count: 1,
      results: [{ uid: resource.uid, params: dataset.resources.nodes[0].params }],
    });
    expect((await read('processors/')).results).toEqual(
      dataset.processors.nodes.map(({ params, ...processor }: { params: object }) => ({ ...processor, ...params })),
    );
    expect((await read('versions/')).results).toMatchObject(dataset.versions.nodes);
    expect(dataset.versions.nodes.map(({ sections }: { sections: string[] }) => sections.join())).toEqual([
      'data',
      'processors',
      'processors',
      'processors',
      'resources',
      'resources',
      expect.stringContaining('metadata'),
    ]);
    expect(await read('status/')).toMatchObject(dataset.status);

    const { catalogDataset } = await app.unauthenticated.data(
      'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { datasetId metadata schema { name } configuration { uid } } }',
      { uid },
    );
    expect(catalogDataset).toMatchObject({
      datasetId: dataset.dataset_id,
      metadata: { default: { title: { value: name } } },
      configuration: null,
    });
    expect(catalogDataset.schema.map((field: { name: string }) => field.name)).toEqual([
      'date',
      'precipitation',
      'temp_max',
      'temp_min',
      'wind',
      'weather',
      'day',
    ]);
  },
);
