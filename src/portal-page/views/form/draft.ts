import { isRecord } from '#portal-page/json.ts';
import type { Answers, Chosen, Entered } from './entered.ts';

/** A form whose answers are kept. */
interface DraftOf {
  readonly slug: string;
  readonly version: number;
}

const prefix = 'catalograph.draft.';
const maxDrafts = 5;
/** The maximum length of a draft in characters. */
const maxLength = 100_000;

/** What was entered into this version of a form; undefined where nothing is kept. */
export function readDraft(storage: Storage, { slug, version }: DraftOf): Answers | undefined {
  const draft = parse(storage.getItem(prefix + slug));
  if (draft?.['version'] !== version || !isRecord(draft['answers'])) return undefined;
  return Object.fromEntries(
    Object.entries(draft['answers']).flatMap(([fieldId, entered]) => {
      const known = toEntered(entered);
      return known ? [[fieldId, known]] : [];
    }),
  );
}

/** Keeps what was entered until the tab is closed. Returns whether that was possible. */
export function keepDraft(storage: Storage, { slug, version }: DraftOf, answers: Answers): boolean {
  const text = JSON.stringify({ version, keptAt: Date.now(), answers });
  try {
    if (text.length > maxLength) {
      storage.removeItem(prefix + slug);
      return false;
    }
    for (const oldest of draftsIn(storage, prefix + slug).slice(maxDrafts - 1)) storage.removeItem(oldest);
    storage.setItem(prefix + slug, text);
    return true;
  } catch {
    // the browser keeps nothing, or its room is used up
    return false;
  }
}

/** Forgets what was entered into a form. */
export function discardDraft(storage: Storage, { slug }: Pick<DraftOf, 'slug'>): void {
  storage.removeItem(prefix + slug);
}

/** The names of the drafts but one, the latest first. */
function draftsIn(storage: Storage, except: string): readonly string[] {
  const names = Array.from({ length: storage.length }, (_each, index) => storage.key(index) ?? '');
  const keptAt = (name: string): number => Number(parse(storage.getItem(name))?.['keptAt'] ?? 0);
  return names
    .filter((name) => name.startsWith(prefix) && name !== except)
    .map((name) => ({ name, at: keptAt(name) }))
    .sort((one, other) => other.at - one.at)
    .map(({ name }) => name);
}

function parse(text: string | null): Readonly<Record<string, unknown>> | undefined {
  if (text === null || text.length > maxLength) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What was entered, as far as it is what inputs hold. */
function toEntered(value: unknown): Entered | undefined {
  if (!isRecord(value)) return undefined;
  const { text, isChecked, chosen, parts } = value;
  return {
    ...(typeof text === 'string' && { text }),
    ...(typeof isChecked === 'boolean' && { isChecked }),
    ...(Array.isArray(chosen) && { chosen: (chosen as readonly unknown[]).filter(isChosen) }),
    ...(isRecord(parts) && {
      parts: Object.fromEntries(
        Object.entries(parts).flatMap(([name, part]) => (typeof part === 'string' ? [[name, part]] : [])),
      ),
    }),
  };
}

const isChosen = (value: unknown): value is Chosen =>
  isRecord(value) && typeof value['value'] === 'string' && typeof value['label'] === 'string';
