import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context, Span as OtelSpan, SpanContext, SpanOptions } from '@opentelemetry/api';
import {
  noTracing,
  type PartSpan,
  type RootSpan,
  runIn,
  type Span,
  type SpanAttributes,
  type TraceParent,
  type Tracing,
} from './telemetry.ts';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';

/** The maximum number of spans of one trace in a process. A publication runs a statement for each megabyte of records. */
const maxSpans = 1_000;

/** The maximum length of an attribute. */
const maxAttributeLength = 2_000;

/** How long the end of a process waits for the collector. */
const closeMs = 5_000;

/** The span in which work runs, and how many spans its trace has. */
interface Scope {
  readonly context: Context;
  readonly trace: { spans: number };
}

/**
 * Creates the tracing of a process by OpenTelemetry, where OTEL_EXPORTER_OTLP_ENDPOINT is set. The packages are loaded here, because a
 * start without traces does not need them. Nothing is registered globally, so that applications in one process share nothing.
 */
export async function createTracing(settings: Config['traces'], log: Log): Promise<Tracing> {
  if (!settings) return noTracing;
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags }, sdk, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = await createSpanExporter(settings.endpoint, log);
  const randomIds = new sdk.RandomIdGenerator();
  // A root span without a parent gets the trace id of its request, which the log and the response have as well.
  let nextTraceId: string | undefined;
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
    spanLimits: { attributeValueLengthLimit: maxAttributeLength },
    idGenerator: {
      generateTraceId: () => nextTraceId ?? randomIds.generateTraceId(),
      generateSpanId: () => randomIds.generateSpanId(),
    },
  });
  const tracer = provider.getTracer('catalograph');
  const scopes = new AsyncLocalStorage<Scope>();

  const spanContextOf = ({ traceId, spanId, isSampled }: TraceParent): SpanContext => ({
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  });

  function wrap(span: OtelSpan, spans: Scope['trace']): Span {
    const scope: Scope = { context: trace.setSpan(ROOT_CONTEXT, span), trace: spans };
    return {
      set: (attributes) => span.setAttributes(givenOf(attributes)),
      rename: (name) => span.updateName(name),
      fail: (error) => {
        span.setStatus({ code: SpanStatusCode.ERROR });
        if (error !== undefined) span.setAttribute('error.type', typeOf(error));
      },
      end: () => span.end(),
      run: (work) => scopes.run(scope, work),
    };
  }

  function startRoot({ name, traceId, parent, cause, kind }: RootSpan): Span {
    const options: SpanOptions = {
      kind: kind === 'request' ? SpanKind.SERVER : SpanKind.CONSUMER,
      ...(cause && { links: [{ context: spanContextOf(cause) }] }),
    };
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, spanContextOf(parent)) : ROOT_CONTEXT;
    nextTraceId = traceId;
    const span = tracer.startSpan(name, options, context);
    nextTraceId = undefined;
    return wrap(span, { spans: 1 });
  }

  function startSpan(name: string, { attributes = {}, isCall = false }: PartSpan = {}): Span | undefined {
    const scope = scopes.getStore();
    if (!scope || scope.trace.spans >= maxSpans) return undefined;
    scope.trace.spans += 1;
    const kind = isCall ? SpanKind.CLIENT : SpanKind.INTERNAL;
    return wrap(tracer.startSpan(name, { kind, attributes: givenOf(attributes) }, scope.context), scope.trace);
  }

  return Object.freeze({
    isEnabled: true,
    startRoot,
    startSpan,
    inSpan: (name, part, work) => {
      const span = startSpan(name, part);
      return span ? runIn(span, work) : noTracing.inSpan(name, part, work);
    },
    current() {
      const scope = scopes.getStore();
      const current = scope && trace.getSpanContext(scope.context);
      return (
        current && {
          traceId: current.traceId,
          spanId: current.spanId,
          isSampled: (current.traceFlags & TraceFlags.SAMPLED) !== 0,
        }
      );
    },
    close: () => Promise.race([provider.shutdown().catch(() => undefined), pause(closeMs, undefined, { ref: false })]),
  } satisfies Tracing);
}

/** The attributes that have a value. */
const givenOf = (attributes: SpanAttributes): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );

/** The code of an error, else the name of its class. */
const typeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/** `ExportResultCode.SUCCESS` of OpenTelemetry. */
const successCode = 0;

/** Creates the exporter of spans by OTLP over HTTP, in JSON. It logs when the collector stops to accept spans, and when it accepts them again. */
async function createSpanExporter(endpoint: string, log: Log): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  let isAccepting = true;
  return {
    export(spans, callback) {
      exporter.export(spans, (result) => {
        const code: number = result.code;
        const isAccepted = code === successCode;
        if (!isAccepted && isAccepting)
          log.warn({ reason: result.error?.message }, 'The collector of traces does not accept spans; they are lost.');
        if (isAccepted && !isAccepting) log.info('The collector of traces accepts spans again.');
        isAccepting = isAccepted;
        callback(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}
