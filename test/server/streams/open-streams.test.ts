import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { CatalogError } from '../../../src/kernel/fail.ts';
import { OpenStreams } from '../../../src/server/streams/open-streams.ts';

const response = () => new ServerResponse(new IncomingMessage(new Socket()));

/** Admits a stream of a user; what it is refused with, and the response. */
function admitted(streams: OpenStreams, username: string) {
  const opened = response();
  try {
    return { opened, signal: streams.admit(username, opened) };
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return { opened, refusal: [error.code, error.retryAfter] };
  }
}

test('a process has a maximum number of streams of all users, and beyond it says when to retry', () => {
  const streams = new OpenStreams({ perUser: 2, total: 3, retryAfter: 10 });
  const first = admitted(streams, 'ada');
  for (const username of ['bob', 'bob']) expect(admitted(streams, username)).not.toHaveProperty('refusal');
  expect(admitted(streams, 'cyd').refusal).toEqual(['OVERLOADED', 10]);
  expect(admitted(streams, 'bob').refusal).toEqual(['TOO_MANY_STREAMS', 10]);
  first.opened.emit('close');
  expect(first.signal?.aborted).toBe(true);
  expect(admitted(streams, 'cyd')).not.toHaveProperty('refusal');
  expect(admitted(streams, 'ada').refusal).toEqual(['OVERLOADED', 10]);
});
