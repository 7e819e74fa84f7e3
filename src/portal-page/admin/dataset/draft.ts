import { useEffect, useState } from 'preact/hooks';
import { isRecord } from '#portal-page/json.ts';

/** A value that was entered and is not saved. */
export interface Entry {
  /** The saved value that it replaces, as it was when it was entered. */
  readonly base: unknown;
  /** The value; null clears. */
  readonly value: unknown;
  /** Whether the value of the source is taken. */
  readonly isOfSource: boolean;
}

/** The unsaved values of a dataset, by template and field. */
export type Draft = ReadonlyMap<string, Entry>;

/** The name of a field in a draft. */
export const keyOf = (template: string, field: string): string => JSON.stringify([template, field]);

/** The template and the field of a name in a draft. */
export function fieldOf(key: string): { readonly template: string; readonly field: string } {
  const parts: unknown = JSON.parse(key);
  const [template, field] = Array.isArray(parts) ? parts.map(String) : [];
  return { template: template ?? '', field: field ?? '' };
}

/** Whether two values of metadata are the same. */
export const isSame = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left ?? null) === JSON.stringify(right ?? null);

/** The unsaved values of a user for a dataset, which this browser keeps. While there are any, leaving asks with `question`. */
export function useDraft(username: string, uid: string, question: string): [Draft, (draft: Draft) => void] {
  const place = `catalograph.draft/${username}/${uid}`;
  const [draft, setDraft] = useState(() => readDraft(localStorage.getItem(place)));
  const isEmpty = draft.size === 0;
  useEffect(() => {
    if (isEmpty) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    addEventListener(
      'beforeunload',
      (event) => {
        event.preventDefault();
      },
      { signal },
    );
    // before the router sees the click
    document.addEventListener(
      'click',
      (event) => {
        const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
        if (link === null || confirm(question)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      { signal, capture: true },
    );
    return () => {
      ending.abort();
    };
  }, [isEmpty, question]);
  const keep = (changed: Draft): void => {
    setDraft(changed);
    if (changed.size === 0) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify([...changed]));
  };
  return [draft, keep];
}

function readDraft(text: string | null): Draft {
  try {
    const entries: unknown = JSON.parse(text ?? '[]');
    if (!isList(entries)) return new Map();
    return new Map(
      entries.flatMap((entry) => {
        if (!isList(entry)) return [];
        const [key, kept] = entry;
        if (typeof key !== 'string' || !isRecord(kept)) return [];
        return [[key, { base: kept['base'], value: kept['value'], isOfSource: kept['isOfSource'] === true }] as const];
      }),
    );
  } catch {
    return new Map();
  }
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
