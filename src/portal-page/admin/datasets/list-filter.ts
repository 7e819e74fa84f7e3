import type { DatasetFilter, DatasetOrder } from '../generated/operations.ts';

/** The states that a list of datasets can be narrowed to; the first is that of an address without one. */
export const states = ['', 'published', 'draft', 'running', 'failed', 'restricted'] as const;

/** The times since which datasets were changed; the first is that of an address without one. */
export const changes = ['', 'day', 'week', 'month'] as const;

/** The orders of a list of datasets; the first is that of an address without one. */
export const orders = ['', 'title', 'dataset_id', 'created'] as const;

/** The filters that an address has. */
export const filterNames = ['q', 'state', 'owner', 'changed', 'sort'] as const;

const filterOfState: Readonly<Record<Exclude<(typeof states)[number], ''>, DatasetFilter>> = {
  published: { isPublished: true },
  draft: { isPublished: false },
  running: { status: ['queued', 'processing', 'saving_version', 'aborting_processing', 'deleting'] },
  failed: { status: ['error', 'limit_reached'] },
  restricted: { isRestricted: true },
};

const daysOf: Readonly<Record<Exclude<(typeof changes)[number], ''>, number>> = { day: 1, week: 7, month: 30 };

const orderOf: Readonly<Record<(typeof orders)[number], DatasetOrder>> = {
  '': { field: 'UPDATED_AT', direction: 'DESC' },
  title: { field: 'TITLE' },
  dataset_id: { field: 'DATASET_ID' },
  created: { field: 'CREATED_AT', direction: 'DESC' },
};

/** The value of a filter in an address: one of its choices, else the first. */
export const chosenIn = <Choice extends string>(
  parameters: URLSearchParams,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice => choices.find((choice) => choice === parameters.get(name)) ?? choices[0];

/** The datasets that an address asks for, and their order. `now` in milliseconds. */
export function listVariables(
  parameters: URLSearchParams,
  now: number,
): { filter: DatasetFilter; orderBy: DatasetOrder[] } {
  const text = parameters.get('q')?.trim() ?? '';
  const owner = parameters.get('owner')?.trim() ?? '';
  const state = chosenIn(parameters, 'state', states);
  const changed = chosenIn(parameters, 'changed', changes);
  return {
    filter: {
      ...(text !== '' && { title: text }),
      ...(owner !== '' && { createdBy: owner }),
      ...(state !== '' && filterOfState[state]),
      ...(changed !== '' && { updatedAt: { from: startOfPeriod(now, changed) } }),
    },
    orderBy: [orderOf[chosenIn(parameters, 'sort', orders)]],
  };
}

const dayMs = 86_400_000;

/** The start of the first day of a period, so that the same list is asked for all day. `now` in milliseconds. */
export const startOfPeriod = (now: number, period: keyof typeof daysOf): string =>
  new Date(Math.floor(now / dayMs - daysOf[period]) * dayMs).toISOString();
