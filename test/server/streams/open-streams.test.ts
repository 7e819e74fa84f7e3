import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { anonymous } from '#api/session.ts';
import { CatalogError } from '#kernel/fail.ts';
import { OpenStreams } from '#server/streams/open-streams.ts';

const response = () => new ServerResponse(new IncomingMessage(new Socket()));

/** Admits a stream of a user; what it is refused with, and the response. */
function admitted(streams: OpenStreams, username: string | undefined, clientAddress = '') {
  const opened = response();
  try {
    return { opened, signal: streams.admit({ ...anonymous, username, clientAddress }, opened) };
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return { opened, refusal: [error.code, error.retryAfter] };
  }
}

test('a process has a maximum number of streams of all users, and beyond it says when to retry', () => {
  const streams = new OpenStreams({ perUser: 2, perAddress: 1, withoutKey: 1, total: 3, retryAfter: 10 });
  const first = admitted(streams, 'ada');
  for (const username of ['bob', 'bob']) expect(admitted(streams, username)).not.toHaveProperty('refusal');
  expect(admitted(streams, 'cyd').refusal).toEqual(['OVERLOADED', 10]);
  expect(admitted(streams, 'bob').refusal).toEqual(['TOO_MANY_STREAMS', 10]);
  first.opened.emit('close');
  expect(first.signal?.aborted).toBe(true);
  expect(admitted(streams, 'cyd')).not.toHaveProperty('refusal');
  expect(admitted(streams, 'ada').refusal).toEqual(['OVERLOADED', 10]);
});

test('callers without a key have a maximum for each address, and all of them together another one', () => {
  const streams = new OpenStreams({ perUser: 2, perAddress: 2, withoutKey: 3, total: 10, retryAfter: 10 });
  for (const address of ['10.0.0.1', '10.0.0.1', '10.0.0.2'])
    expect(admitted(streams, undefined, address)).not.toHaveProperty('refusal');
  expect(admitted(streams, undefined, '10.0.0.1').refusal).toEqual(['TOO_MANY_STREAMS', 10]);
  expect(admitted(streams, undefined, '10.0.0.2').refusal).toEqual(['OVERLOADED', 10]);
  expect(admitted(streams, 'ada')).not.toHaveProperty('refusal');
});
