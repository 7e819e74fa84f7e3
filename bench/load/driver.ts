import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Call, Caller, Server } from '../servers/server.ts';
import type { RoundOrder, RoundResult } from './round.ts';

/** The process that sends the requests. */
export interface Driver {
  drive(order: RoundOrder): Promise<RoundResult>;
  stop(): void;
}

/** Starts the driver; it ends with this process. */
export function startDriver(): Driver {
  const child = fork(fileURLToPath(new URL('driver-process.ts', import.meta.url)));
  return {
    drive: (order) =>
      new Promise((resolve, reject) => {
        const ended = () => {
          reject(new Error('The driver ended.'));
        };
        child.once('exit', ended).once('message', (result: RoundResult) => {
          child.off('exit', ended);
          resolve(result);
        });
        child.send(order);
      }),
    stop: () => {
      child.kill();
    },
  };
}

/** A request as it goes over the wire. */
export function wireRequest(server: Server, { path, body }: Call, caller: Caller | undefined): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    host: new URL(server.origin).host,
    accept: 'application/json',
    ...server.headers(caller ?? 'administrator'),
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
  };
  const head = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${head}\r\n${text}`;
}
