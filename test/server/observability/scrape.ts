import type { TestApp } from '#test/support/app.ts';

/** The metrics of an application at one moment. */
export interface Scrape {
  readonly text: string;
  /** The names of all metrics, without those of Node. */
  readonly names: readonly string[];
  /** The value of the first sample with a name and these labels. */
  readonly value: (name: string, labels: Readonly<Record<string, string>>) => number | undefined;
}

/** Reads `/metrics` as Prometheus does. */
export async function scrape({ metricsUrl = '' }: Pick<TestApp, 'metricsUrl'>): Promise<Scrape> {
  const response = await fetch(metricsUrl);
  if (response.status !== 200) throw new Error(`/metrics answered ${String(response.status)}`);
  const text = await response.text();
  const lines = text.split('\n');
  return {
    text,
    names: [...text.matchAll(/^# TYPE (catalograph_\w+)/gm)].map(([, name = '']) => name),
    value(name, labels) {
      const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
      const line = lines.find(
        (each) =>
          (each.startsWith(`${name}{`) || each.startsWith(`${name} `)) && pairs.every((pair) => each.includes(pair)),
      );
      return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
    },
  };
}
