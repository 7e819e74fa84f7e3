import { setTimeout } from 'node:timers/promises';

/** The catalog that an example runs against: the demo that `npm start` of the service seeds, unless ORIGIN names another. */
export function catalogOfEnvironment(): { readonly origin: string; readonly apiKey: string } {
  const { ORIGIN: origin = 'http://localhost:4000', KEY: apiKey } = process.env;
  if (!apiKey) throw new Error('Set KEY to the API key that the first start of the service printed.');
  return { origin, apiKey };
}

/** A view of the list of datasets, which prints the titles that it shows where they have changed. */
export function createView() {
  let shown: readonly unknown[] = [];
  const waitUntil = async (isReached: () => boolean): Promise<void> => {
    while (!isReached()) await setTimeout(20);
  };
  return {
    show: (titles: readonly unknown[]): void => {
      if (String(titles) !== String(shown)) print(`Datasets: ${titles.join(', ')}`);
      shown = titles;
    },
    /** Resolves when the view shows a title. */
    shows: (title: string) => waitUntil(() => shown.includes(title)),
    /** Resolves when the view does not show a title. */
    hides: (title: string) => waitUntil(() => !shown.includes(title)),
  };
}

/** Prints a line. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** A file as an `<input type="file">` gives it. */
export const rivers = (): File => new File(['river,km\nRhine,1233\nElbe,1094\n'], 'rivers.csv', { type: 'text/csv' });
