import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';
import { isJsonObject, type Json } from '#kernel/json.ts';

/** A span as OTLP sends it. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string; readonly intValue?: number };
  }[];
}

/** A collector of traces on this machine. */
export interface OtlpReceiver {
  readonly endpoint: string;
  /** All spans so far. */
  readonly spans: readonly ReceivedSpan[];
  /** The names of the services that sent them. */
  readonly services: ReadonlySet<string>;
}

interface ResourceSpans {
  readonly resource: { readonly attributes: ReceivedSpan['attributes'] };
  readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
}

/** Starts a collector for the tests of one file. It accepts spans by OTLP over HTTP, in JSON. Applications that start afterwards send theirs at once. */
export async function otlpReceiver(): Promise<OtlpReceiver> {
  // by default they send them every five seconds
  process.env['OTEL_BSP_SCHEDULE_DELAY'] = '50';
  const spans: ReceivedSpan[] = [];
  const services = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(String(Buffer.concat(chunks))) as Json;
      const received = isJsonObject(body) ? (body['resourceSpans'] as unknown as readonly ResourceSpans[]) : [];
      for (const { resource, scopeSpans } of received) {
        services.add(resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '');
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => {
    delete process.env['OTEL_BSP_SCHEDULE_DELAY'];
    server.closeAllConnections();
    server.close();
  });
  return { endpoint: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, spans, services };
}

/** The text of an attribute; undefined without it. */
export const attributeOf = ({ attributes }: ReceivedSpan, name: string): string | number | undefined => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};
