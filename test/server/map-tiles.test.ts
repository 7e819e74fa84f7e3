import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';

const attribution = '© <a href="https://tiles.example.org/">Tiles</a></script><script>run()</script>';
const app = await testApp({
  MAP_TILES_URL: 'https://tiles.example.org:8443/{z}/{x}/{y}.png',
  MAP_TILES_ATTRIBUTION: attribution,
});

test('pages allow pictures of the host of the tiles, and nothing else of it', async () => {
  const { headers, body } = await app.http.inject('/forms');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("img-src 'self' data: blob: https://tiles.example.org:8443;");
  expect(policy.split('tiles.example.org')).toHaveLength(2);
  const [, state = '{}'] = /id="state">(.*?)<\/script>/s.exec(body) ?? [];
  expect(JSON.parse(state)).toMatchObject({
    mapTiles: { url: 'https://tiles.example.org:8443/{z}/{x}/{y}.png', attribution },
  });
});
