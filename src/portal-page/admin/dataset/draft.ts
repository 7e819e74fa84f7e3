import { useState } from 'preact/hooks';
import { isRecord } from '#portal-page/json.ts';
import { useLeavingQuestion } from '#portal-page/leaving.ts';

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
  useLeavingQuestion(draft.size > 0, question);
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
