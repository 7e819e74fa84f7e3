import { type MeasuredOperation, type Metrics, noMetrics, type SampledMetric } from './telemetry.ts';

/** The upper bounds of requests and operations, in seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The upper bounds of jobs and publications, in seconds. */
const jobBuckets = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600];

/** The methods that are values of a label; the parser of Node accepts some thirty others. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Creates the metrics of a process that METRICS_PORT opens. The library is loaded here, because a start without them does not need it. */
export async function createMetrics(isEnabled: boolean): Promise<Metrics> {
  if (!isEnabled) return noMetrics;
  const { Registry, Counter, Gauge, Histogram, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requestSeconds = new Histogram({
    name: 'catalograph_http_request_duration_seconds',
    help: 'The time from the request to the end of its response, by route, which is `unmatched` for an unknown path.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers,
  });
  const errors = new Counter({
    name: 'catalograph_errors_total',
    help: 'Errors in responses, by code and kind. The kind `rate` has those of rate limits and quotas.',
    labelNames: ['code', 'kind'],
    registers,
  });
  const operationSeconds = new Histogram({
    name: 'catalograph_graphql_operation_duration_seconds',
    help: 'The time that an operation of the graph took, those behind REST included. The outcome is `ok`, `refused` because of the caller, or `failed` because of the service.',
    labelNames: ['operation', 'type', 'outcome'],
    buckets: requestBuckets,
    registers,
  });
  const jobSeconds = new Histogram({
    name: 'catalograph_job_duration_seconds',
    help: 'The time that an attempt of a job took, by queue and outcome.',
    labelNames: ['queue', 'outcome'],
    buckets: jobBuckets,
    registers,
  });
  const runningPublications = new Gauge({
    name: 'catalograph_publications_running',
    help: 'Publications that this process runs.',
    labelNames: ['kind'],
    registers,
  });
  const publicationSeconds = new Histogram({
    name: 'catalograph_publication_duration_seconds',
    help: 'The time that an attempt of a publication took, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    buckets: jobBuckets,
    registers,
  });
  const publishedRecords = new Counter({
    name: 'catalograph_published_records_total',
    help: 'Records that publications have written.',
    registers,
  });
  const operationLabel = createOperationLabels();

  return Object.freeze({
    recordRequest({ method, route, status, seconds, errors: codes }) {
      requestSeconds.observe(
        { method: methods.has(method) ? method : 'other', route, status: String(status) },
        seconds,
      );
      for (const { code, kind } of codes) errors.inc({ code, kind });
    },
    recordOperation({ name, origin, type, outcome, seconds }) {
      operationSeconds.observe({ operation: operationLabel({ name, origin }), type, outcome }, seconds);
    },
    recordJob({ queue, outcome, seconds }) {
      jobSeconds.observe({ queue, outcome }, seconds);
    },
    startPublication(kind) {
      const start = performance.now();
      runningPublications.inc({ kind });
      return ({ outcome, records }) => {
        runningPublications.dec({ kind });
        publicationSeconds.observe({ kind, outcome }, (performance.now() - start) / 1_000);
        publishedRecords.inc(records);
      };
    },
    sample({ name, help, type = 'gauge', labels = [], read }: SampledMetric) {
      const declaration = { name, help, labelNames: [...labels], registers };
      if (type === 'counter')
        new Counter({
          ...declaration,
          async collect() {
            const samples = await readSamples(read);
            this.reset();
            for (const each of samples) this.inc({ ...each.labels }, each.value);
          },
        });
      else
        new Gauge({
          ...declaration,
          async collect() {
            const samples = await readSamples(read);
            this.reset();
            for (const each of samples) this.set({ ...each.labels }, each.value);
          },
        });
    },
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  } satisfies Metrics);
}

/** Reads the values of a metric; none after a failure, such as that of a database out of reach. */
async function readSamples(read: SampledMetric['read']) {
  try {
    return [...(await read())];
  } catch {
    return [];
  }
}

/** The maximum number of names of clients' operations that are values of a label. Each value is a dozen time series. */
const maxNames = 100;

/** The maximum length of a name. */
const maxLength = 100;

/** Labels operations by their names: only the first ones of callers with a key, because clients choose them; others are `other`. */
function createOperationLabels(): (operation: Pick<MeasuredOperation, 'name' | 'origin'>) => string {
  const names = new Set<string>();
  return ({ name, origin }) => {
    if (origin === 'persisted' || names.has(name)) return name;
    if (name === '') return 'unnamed';
    if (origin === 'anonymous' || names.size >= maxNames || name.length > maxLength) return 'other';
    names.add(name);
    return name;
  };
}
