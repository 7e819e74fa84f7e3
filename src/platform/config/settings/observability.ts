import { httpUrl, nameOrAddress, shortText, wholeNumber } from '../parsers.ts';
import { optional, setting } from '../setting.ts';

/** Settings of metrics and traces. */
export const observabilitySettings = {
  METRICS_PORT: optional(wholeNumber(0, 65_535), {
    about:
      'The port of /metrics for Prometheus, and of /livez and /readyz; 0 picks a free one. Gateways and workers have one each.',
    fallback: 'no metrics',
  }),
  METRICS_HOST: setting(
    '127.0.0.1',
    nameOrAddress,
    'The address of METRICS_PORT, which asks for no key: choose one that only the monitoring can reach.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl, {
    about:
      'The OpenTelemetry collector that receives traces, by HTTP, such as http://127.0.0.1:4318. Other OTEL_* variables apply as OpenTelemetry defines them (docs/operations.md).',
    fallback: 'no traces',
  }),
  OTEL_SERVICE_NAME: setting('catalograph', shortText(100), 'The name of the service in traces.'),
};
