import type { ServerResponse } from 'node:http';
import { serve } from '../../platform/fetcher/web.ts';

/** Answers with JSON. */
export const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Serves JSON until the test ends: `answer` gets the address asked for, and returns a body, or undefined for 404; there is no robots.txt. Returns `host:port`. */
export const serveJson = (answer: (url: URL) => unknown): Promise<string> =>
  serve(({ url = '' }, response) => {
    const body = url === '/robots.txt' ? undefined : answer(new URL(url, 'http://portal'));
    if (body === undefined) json(response, { message: 'not found' }, 404);
    else if (typeof body === 'string') response.end(body);
    else json(response, body);
  });
