import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bodyText, type Call, type Caller, type Server } from '../servers/server.ts';
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

/** A request as it goes over the wire; the number counts the requests of a run. */
export function wireRequest(server: Server, call: Call, caller: Caller = 'administrator', at = 0): string {
  const { path, body, contentType = 'application/json' } = call;
  const text = bodyText(call);
  const headers = {
    host: new URL(server.origin).host,
    accept: 'application/json',
    ...server.headers(caller, at),
    ...(body !== undefined && { 'content-type': contentType, 'content-length': String(Buffer.byteLength(text)) }),
  };
  const head = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${head}\r\n${text}`;
}
