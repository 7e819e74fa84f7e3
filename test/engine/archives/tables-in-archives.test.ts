import { describe, expect, test } from '@jest/globals';
import { guessExtractors } from '#engine/extractors/guess.ts';
import { runAll, sampleOf, sourceOf } from '../source-of.ts';
import { zipOf } from './zip-of.ts';

const rowsOf = async (content: Buffer, params = {}) =>
  (await runAll({ resources: [{ source: sourceOf(content, 'a.zip'), type: 'csvfile', params }], processors: [] })).rows;

const transit = () =>
  zipOf({
    'feed/agency.txt': 'agency_id,agency_name\n1,Post\n',
    'feed/routes.txt': 'route_id,agency_id,route_short_name,route_type\n9,1,N9,3\n',
    'feed/stops.txt': 'stop_id,stop_name,stop_lat,stop_lon\n5,Bern,46.9,7.4\n6,Chur,46.8,9.5\n',
  });

describe('a zip of several tables', () => {
  test('fails with their names, and is read by the name of one', async () => {
    const content = await transit();
    await expect(rowsOf(content)).rejects.toMatchObject({
      code: 'EXTRACTION_FAILED',
      message: expect.stringMatching(
        /has other columns than the files before it in its archive: these are several tables; choose one of them by archive_file: feed\/stops\.txt, feed\/agency\.txt, feed\/routes\.txt/,
      ),
    });
    expect(await rowsOf(content, { archive_file: 'agency.txt' })).toEqual([{ agency_id: 1, agency_name: 'Post' }]);
    expect(await rowsOf(content, { archive_file: 'feed/stops.txt' })).toHaveLength(2);
    await expect(rowsOf(content, { archive_file: 'trips.txt' })).rejects.toThrow(
      /the archive has no file trips\.txt; its files are feed\/agency\.txt, feed\/routes\.txt, feed\/stops\.txt/,
    );
  });

  test('offers each of them in its guess', async () => {
    const [guess] = await guessExtractors(sampleOf(await transit(), 'gtfs.zip'));
    expect(guess?.type).toBe('csvfile');
    expect(guess?.parameters.find(({ name }) => name === 'archive_file')?.choices).toEqual([
      'feed/stops.txt',
      'feed/agency.txt',
      'feed/routes.txt',
    ]);
  });

  test('a zip of several tables in an archive inside of it are found by their names', async () => {
    const content = await zipOf({ 'inner.zip': await transit(), 'about.md': 'x' });
    expect(await rowsOf(content, { archive_file: 'agency.txt' })).toHaveLength(1);
  });
});

test('a zip of one table in several files is read as a whole, although columns were added and left out', async () => {
  const content = await zipOf({
    '2019.csv': 'id,name,km\n1,a,2\n',
    '2020.csv': 'id,name,km,note,source,by\n2,b,3,x,y,z\n',
    '2021.csv': 'id,name\n3,c\n',
    'readme.txt': 'The files of three years.',
  });
  expect((await rowsOf(content)).map(({ id }) => id)).toEqual([1, 2, 3]);
});
