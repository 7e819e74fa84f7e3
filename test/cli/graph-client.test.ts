import { expect, test } from '@jest/globals';
import { commandLineAt, folderOf } from './portal-folder.ts';

test('a port that clients refuse is named, with what to do', async () => {
  expect(await commandLineAt('http://localhost:4190')(['export', await folderOf()])).toMatchObject({
    code: 1,
    err: expect.stringContaining(
      'http://localhost:4190: clients and browsers refuse this port. Let the service listen at another',
    ),
  });
});
