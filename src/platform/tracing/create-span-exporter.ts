import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Log } from '../log.ts';

/** `ExportResultCode.SUCCESS` of OpenTelemetry. */
const successCode = 0;

/** Creates the exporter of spans by OTLP over HTTP, in JSON. It logs when the collector stops to accept spans, and when it accepts them again. */
export async function createSpanExporter(endpoint: string, log: Log): Promise<SpanExporter> {
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
