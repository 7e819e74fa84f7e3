import { useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import {
  GuessFormatsDocument,
  GuessParametersDocument,
  UploadSourceFileDocument,
} from '#portal-page/generated/operations.ts';
import type { GraphClient } from '#portal-page/graph-client.ts';
import { messageOf, usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '#portal-page/admin/admin-context.ts';
import { ErrorNote, Working } from '#portal-page/admin/admin-parts.tsx';
import { AdminResourcesDocument, type AdminResourcesQuery } from '#portal-page/admin/generated/operations.ts';
import { usePartDraft } from '../part-draft.ts';
import { PartForm, type Refusals } from '../part-form.tsx';
import { Folded, movedItem, SortableList } from '../sortable-list.tsx';
import type { TabProps } from '../tab.ts';
import { type Chosen, SourceChoice } from './add-source.tsx';
import { PushPanel } from './push-panel.tsx';
import { ResourceForm } from './resource-form.tsx';
import {
  countOf,
  desiredResources,
  type EditedResource,
  readResourcesDraft,
  type ResourcesDraft,
  savedResources,
  withResource,
} from './resources-draft.ts';
import { datasourceOf, nameOf, savedSource, type Source } from './source.ts';

/** The sources of a dataset in their order, how each is read, and what is in it. */
export function ResourcesTab({ dataset }: TabProps) {
  const { uid, revision } = dataset;
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminResourcesDocument,
    variables: { uid },
    requestPolicy: 'cache-and-network',
  });
  useEffect(() => {
    readAgain({ requestPolicy: 'network-only' });
  }, [revision]);
  if (!data?.dataset || !browser)
    return (
      <>
        <ErrorNote error={error} />
        <Working label={fetching ? t('reading') : undefined} />
      </>
    );
  // a list that is saved replaces all of them
  const { totalCount, nodes } = data.dataset.resources;
  if (totalCount > nodes.length) return <p class="error">{t('tooManySources')}</p>;
  return (
    <ResourcesForm
      dataset={dataset}
      found={data.dataset}
      catalog={data}
      graph={browser.graph}
      readAgain={() => {
        readAgain({ requestPolicy: 'network-only' });
      }}
    />
  );
}

function ResourcesForm({
  dataset,
  found,
  catalog,
  graph,
  readAgain,
}: Pick<TabProps, 'dataset'> & {
  readonly found: NonNullable<AdminResourcesQuery['dataset']>;
  readonly catalog: Pick<AdminResourcesQuery, 'extractors' | 'datasourceConnections'>;
  readonly graph: GraphClient;
  readonly readAgain: () => void;
}) {
  const { uid } = dataset;
  const { t } = useAdmin().texts;
  const { language } = usePage();
  const nodes = found.resources.nodes;
  const stored = new Map(nodes.map((node) => [node.uid, node]));
  const saved = savedResources(nodes);
  const draft = usePartDraft(uid, 'resources', saved, readResourcesDraft);
  const value: ResourcesDraft = draft.value ?? { resources: saved, taken: [] };
  const { resources, taken } = value;
  const connections = catalog.datasourceConnections?.nodes ?? [];
  const fileNames = new Set([
    ...found.resourceFiles.nodes.map((file) => file.uid),
    ...resources.flatMap(({ source }) => (source?.kind === 'file' ? [source.file] : [])),
  ]);
  const [isBusy, setBusy] = useState(false);
  const [sentShare, setSentShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const set = (changed: Partial<ResourcesDraft>): void => {
    const merged = { ...value, ...changed };
    draft.set(countOf(merged, saved) === 0 ? undefined : merged);
  };
  const during = (step: () => Promise<void>): void => {
    setBusy(true);
    setProblem(undefined);
    step()
      .catch((error: unknown) => setProblem(messageOf(language, error)))
      .finally(() => {
        setBusy(false);
        setSentShare(undefined);
      });
  };
  // the service then reads what was sent for a time that is not known
  const showSent = (share: number): void => setSentShare(share < 1 ? share : undefined);
  const add = (chosen: Chosen): void => {
    during(async () => {
      const source = await storedSource(graph, uid, chosen, fileNames, showSent);
      const guess = await guessFormat(graph, uid, source);
      if (!guess) {
        setProblem(language.t('unknownFormat'));
        return;
      }
      set({ resources: withResource(resources, { title: nameOf(source), source, ...guess }) });
    });
  };
  const replace = (index: number, resource: EditedResource, chosen: Chosen): void => {
    during(async () => {
      const source = await storedSource(graph, uid, chosen, fileNames, showSent);
      set({ resources: resources.with(index, { ...resource, source }) });
    });
  };
  const removed = saved.filter(({ key }) => !resources.some((each) => each.key === key));
  return (
    <PartForm
      dataset={dataset}
      draft={draft}
      count={countOf(value, saved)}
      inputOf={() => ({
        mode: 'REPLACE',
        resources: desiredResources(resources),
        ...(taken.length > 0 && {
          processors: [
            ...found.processors.nodes.map((each) => ({ uid: each.uid, type: each.type })),
            ...taken.map(({ type, params }) => ({ type, params })),
          ],
        }),
      })}
      onSaved={readAgain}
    >
      {(refusals) => (
        <>
          <p class="quiet">{t('sourcesHint')}</p>
          {resources.length === 0 && <p>{t('noSources')}</p>}
          <SortableList
            items={resources.map((resource, index) => {
              const { key, title, type } = resource;
              const node = stored.get(resource.uid ?? '');
              const source = resource.source ?? (node && savedSource(node));
              const own = below(refusals, `resources.${index}.`);
              const put = (changed: Partial<EditedResource>): void =>
                set({ resources: resources.with(index, { ...resource, ...changed }) });
              const format = catalog.extractors?.find((each) => each.type === type)?.label ?? type;
              const content = (
                <Folded
                  isNew={resource.uid === undefined}
                  messages={[
                    ...Object.entries(own).flatMap(([path, each]) => (path.startsWith('params.') ? [] : each)),
                    ...(node?.warning == null ? [] : [node.warning]),
                  ]}
                  summary={
                    <>
                      <strong dir="auto">{title}</strong>{' '}
                      <span class="quiet" dir="auto">
                        {format} · {resource.source ? nameOf(resource.source) : (node?.displayName ?? '')}
                      </span>
                    </>
                  }
                >
                  {type === 'realtime' && node && <PushPanel datasetUid={uid} uid={node.uid} url={node.url} />}
                  <ResourceForm
                    datasetUid={uid}
                    resource={resource}
                    source={type === 'realtime' ? undefined : source}
                    formats={catalog.extractors ?? []}
                    connections={connections}
                    processors={[...found.processors.nodes, ...taken]}
                    refusals={own}
                    isBusy={isBusy}
                    set={put}
                    replace={(chosen) => replace(index, resource, chosen)}
                    take={(proposal) => set({ taken: [...taken, { type: proposal.type, params: proposal.params }] })}
                  />
                  <div class="buttons">
                    <button
                      type="button"
                      aria-label={t('removeItem', { label: title })}
                      onClick={() => set({ resources: resources.toSpliced(index, 1) })}
                    >
                      {t('remove')}
                    </button>
                  </div>
                </Folded>
              );
              const before = saved.find((each) => each.key === key);
              const isSaved = JSON.stringify(before) === JSON.stringify(resource);
              return { key, label: title, class: isSaved ? undefined : 'entered', content };
            })}
            move={(from, to) => set({ resources: movedItem(resources, from, to) })}
          />
          {removed.length > 0 && (
            <p class="note" role="status">
              {t('sourcesRemoved', { titles: removed.map(({ title }) => title).join(', ') })}
            </p>
          )}
          {taken.length > 0 && (
            <p class="note" role="status">
              {t('stepsTaken', { count: taken.length })}{' '}
              <button type="button" onClick={() => set({ taken: [] })}>
                {t('leaveSteps')}
              </button>
            </p>
          )}
          <section class="panel" aria-labelledby="new-source-title">
            <h2 id="new-source-title">{t('newSource')}</h2>
            <Working
              label={isBusy ? (sentShare === undefined ? language.t('readingDraft') : t('uploading')) : undefined}
              share={sentShare}
            />
            <div role="alert">{problem !== undefined && <p class="error">{problem}</p>}</div>
            <SourceChoice id="new-source" connections={connections} isBusy={isBusy} choose={add} />
            <div class="buttons">
              <button
                type="button"
                onClick={() =>
                  set({ resources: withResource(resources, { title: t('pushed'), type: 'realtime', params: {} }) })
                }
              >
                {t('addPushed')}
              </button>
            </div>
          </section>
        </>
      )}
    </PartForm>
  );
}

/** The refusals below a path, by the rest of their paths. */
const below = (refusals: Refusals, path: string): Refusals =>
  Object.fromEntries(
    Object.entries(refusals).flatMap(([at, messages]) =>
      at.startsWith(path) ? [[at.slice(path.length), messages] as const] : [],
    ),
  );

/** Where the bytes are that were chosen. A file is uploaded first, by a name of its own: one of the same name would replace what is published from. */
async function storedSource(
  graph: GraphClient,
  datasetUid: string,
  chosen: Chosen,
  taken: ReadonlySet<string>,
  onProgress: (share: number) => void,
): Promise<Source> {
  if ('source' in chosen) return chosen.source;
  const { file } = chosen;
  const [, stem = file.name, extension = ''] = /^(.+?)(\.[^.]*)?$/.exec(file.name) ?? [];
  let name = file.name;
  for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}${extension}`;
  const files = new Map([['variables.file', new File([file], name, { type: file.type })]]);
  const upload = { files, onProgress };
  const { uploadResourceFile } = await graph.mutate(UploadSourceFileDocument, { datasetUid, file: null }, upload);
  return { kind: 'file', file: uploadResourceFile.file?.uid ?? name };
}

/** The likeliest format of a source with the parameters that fit it; undefined where no format does. */
async function guessFormat(graph: GraphClient, datasetUid: string, source: Source) {
  const datasource = datasourceOf(source);
  const { guessExtractors } = await graph.query(GuessFormatsDocument, { datasetUid, datasource });
  const [format] = guessExtractors ?? [];
  if (!format) return undefined;
  const { type } = format;
  const { guessExtractorParams } = await graph.query(GuessParametersDocument, { datasetUid, datasource, type });
  return { type, params: guessExtractorParams?.params ?? {} };
}
