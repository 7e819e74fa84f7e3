import type { GraphClient } from '#portal-page/graph-client.ts';
import { isRecord } from '#portal-page/json.ts';
import { type Draft, formatsOf, proposalsOf, withSteps } from './draft.ts';

/** A draft with the title that was entered. */
export interface TitledDraft {
  readonly draft: Draft;
  readonly title: string;
}

const placeOf = (username: string): string => `catalograph.draft/${username}/new`;

/** Keeps a draft of the user over a reload, in this tab alone: all that its source is read again with. */
export function keepDraft(username: string, { draft, title }: TitledDraft): void {
  const { uid, sourceTitle, datasource, reading } = draft;
  const taken = reading.taken.map((proposal) => JSON.stringify(proposal));
  sessionStorage.setItem(
    placeOf(username),
    JSON.stringify({
      ...{ uid, sourceTitle, title, type: reading.type, params: reading.params, taken },
      ...{ url: datasource.http?.connection.url, file: datasource.uploadedFile?.file.uid },
    }),
  );
}

/** Forgets the draft that is kept for the user. */
export function forgetDraft(username: string): void {
  sessionStorage.removeItem(placeOf(username));
}

/** The draft that the tab keeps for the user, with its source read again; undefined where there is none. */
export function keptDraft(graph: GraphClient, username: string): Promise<TitledDraft> | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(placeOf(username)) ?? 'null');
    return isRecord(kept) ? reopen(graph, kept) : undefined;
  } catch {
    return undefined;
  }
}

async function reopen(graph: GraphClient, kept: Readonly<Record<string, unknown>>): Promise<TitledDraft> {
  const text = (name: string): string => {
    const value = kept[name];
    return typeof value === 'string' ? value : '';
  };
  const params = isRecord(kept['params']) ? kept['params'] : {};
  const datasource =
    kept['file'] === undefined
      ? { http: { connection: { url: text('url') } } }
      : { uploadedFile: { file: { uid: text('file') } } };
  const source = { uid: text('uid'), sourceTitle: text('sourceTitle'), datasource };
  const read = { type: text('type'), params };
  const [formats, proposals] = await Promise.all([formatsOf(graph, source), proposalsOf(graph, source, read)]);
  const names = Array.isArray(kept['taken']) ? kept['taken'] : [];
  const taken = proposals.filter((proposal) => names.includes(JSON.stringify(proposal)));
  return { draft: await withSteps(graph, { ...source, formats, proposals }, { ...read, taken }), title: text('title') };
}
