import { useEffect, useState } from 'preact/hooks';
import { SignInLinks } from '#portal-page/account-menu.tsx';
import { type Address, adminPath, datasetPath, newDatasetPath } from '#portal-page/address.ts';
import {
  NewDatasetPageDocument,
  type NewDatasetPageQuery,
  PublishDatasetDocument,
} from '#portal-page/generated/operations.ts';
import { useLeavingQuestion } from '#portal-page/leaving.ts';
import { type Browser, messageOf, useLanguage, usePage } from '#portal-page/page-context.ts';
import { GraphError } from '#portal-page/reader.ts';
import { Link } from '#portal-page/shell.tsx';
import type { View } from '#portal-page/view.tsx';
import { PublicationPanel } from '../publications-view.tsx';
import { ProgressBar } from '../progress-bar.tsx';
import { CenteredView } from '../view-parts.tsx';
import {
  discardDraft,
  openSource,
  type SavedDataset,
  saveDraft,
  type Source,
  titleOf,
  UnknownFormatError,
  withSteps,
} from './draft.ts';
import { DraftForm } from './draft-form.tsx';
import { forgetDraft, keepDraft, keptDraft, type TitledDraft } from './kept-draft.ts';
import { SourceForm } from './source-form.tsx';

type At = Extract<Address, { view: 'new-dataset' }>;

/** A file or an address becomes a dataset: its format, its types and its title are shown before anything is published. */
export const newDatasetView: View<At, NewDatasetPageQuery> = {
  async load({ reader, signal }) {
    try {
      return (await reader.read(NewDatasetPageDocument, {}, signal)).data;
    } catch (error) {
      if (error instanceof GraphError && error.code === 'UNAUTHORIZED') return { viewer: null };
      throw error;
    }
  },
  head: (_data, { language }) => ({ title: language.t('newDataset'), isHidden: true }),
  Body: NewDataset,
};

function NewDataset({ data: { viewer } }: { readonly data: NewDatasetPageQuery }) {
  const { language, browser } = usePage();
  const { t } = language;
  if (!viewer)
    return (
      <CenteredView title={t('newDataset')}>
        <p>{t('newDatasetNeedsKey')}</p>
        <button type="button" class="primary" onClick={browser?.askForKey}>
          {t('enterKey')}
        </button>
        <SignInLinks returnTo={newDatasetPath} />
      </CenteredView>
    );
  if (!viewer.permissions.includes('create_dataset'))
    return (
      <CenteredView title={t('newDataset')}>
        <p>{t('newDatasetNeedsRight', { username: viewer.username })}</p>
      </CenteredView>
    );
  return (
    <div class="new-dataset">
      <h1 tabIndex={-1}>{t('newDataset')}</h1>
      <noscript>
        <p class="note">{t('draftNeedsScripts')}</p>
      </noscript>
      {browser && <Steps browser={browser} username={viewer.username} />}
    </div>
  );
}

/** What happens now. */
type Work = 'reading' | 'saving' | undefined;

/** First the source, then what is in it, then its publication. Of several files each becomes a dataset of its own, one after the other. */
function Steps({ browser, username }: { readonly browser: Browser; readonly username: string }) {
  const { language } = usePage();
  const { graph } = browser;
  const [draft, setDraft] = useState<TitledDraft>();
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  const [saved, setSaved] = useState<SavedDataset>();
  const [work, setWork] = useState<Work>();
  const [sentShare, setSentShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  useLeavingQuestion(draft !== undefined || waiting.length > 0, language.t('leaveNewDataset'));

  /** Shows a draft, which the tab keeps until it is saved or discarded. */
  const show = (changed: TitledDraft | undefined): void => {
    setDraft(changed);
    if (changed) keepDraft(username, changed);
    else forgetDraft(username);
  };
  /** Does a step, and shows what failed in it; what was entered stays. */
  const during = (kind: Work, step: () => Promise<void>): void => {
    setWork(kind);
    setProblem(undefined);
    step()
      .catch((error: unknown) => {
        setProblem(error instanceof UnknownFormatError ? language.t('unknownFormat') : messageOf(language, error));
      })
      .finally(() => {
        setWork(undefined);
        setSentShare(undefined);
      });
  };
  useEffect(() => {
    const kept = keptDraft(graph, username);
    if (kept)
      during('reading', async () => {
        try {
          setDraft(await kept);
        } catch (error) {
          forgetDraft(username);
          throw error;
        }
      });
  }, []);
  // what is read of the source after it is sent takes a time that is not known
  const showSent = (share: number): void => setSentShare(share < 1 ? share : undefined);
  const open = (source: Source, others: readonly File[]): void => {
    setWaiting(others);
    setSaved(undefined);
    during('reading', async () => {
      show({ draft: await openSource(graph, source, showSent), title: titleOf(source) });
    });
  };
  const discard = (): void => {
    during('saving', async () => {
      if (draft) await discardDraft(graph, draft.draft.uid);
      show(undefined);
    });
  };
  const save = (isPublished: boolean): void => {
    during('saving', async () => {
      if (!draft) return;
      const dataset = await saveDraft(graph, draft.draft, draft.title.trim());
      const published = isPublished && (await graph.mutate(PublishDatasetDocument, { uid: dataset.uid }));
      setSaved(
        published ? { ...dataset, status: published.publishDataset.dataset?.status ?? dataset.status } : dataset,
      );
      show(undefined);
    });
  };

  return (
    <>
      <div role="alert">{problem !== undefined && <p class="error">{problem}</p>}</div>
      {saved && <Saved key={saved.uid} dataset={saved} another={() => setSaved(undefined)} />}
      {draft && (
        <DraftForm
          draft={draft.draft}
          title={draft.title}
          setTitle={(title) => show({ ...draft, title })}
          isBusy={work !== undefined}
          change={(step) => {
            during('reading', async () => {
              show({ ...draft, draft: await step(graph) });
            });
          }}
          take={(taken) => {
            const reading = { ...draft.draft.reading, taken };
            // the choice is shown at once, its records when they are read
            setDraft({ ...draft, draft: { ...draft.draft, reading } });
            during('reading', async () => {
              show({ ...draft, draft: await withSteps(graph, draft.draft, reading) });
            });
          }}
          save={save}
          discard={discard}
        />
      )}
      <WaitingFiles files={waiting} open={draft === undefined && work === undefined ? open : undefined} />
      {!draft && !saved && waiting.length === 0 && <SourceForm open={open} isBusy={work !== undefined} />}
      <div role="status">
        {work !== undefined && (
          <p class="working">
            <ProgressBar label={language.t(`${work}Draft`)} share={sentShare} />
          </p>
        )}
      </div>
    </>
  );
}

/** The files that become datasets after this one. `open` is absent while a draft is open. */
function WaitingFiles({
  files,
  open,
}: {
  readonly files: readonly File[];
  readonly open: ((source: Source, waiting: readonly File[]) => void) | undefined;
}) {
  const { t } = useLanguage();
  const [next, ...others] = files;
  if (!next) return null;
  return (
    <section class="panel" aria-labelledby="waiting-title">
      <h2 id="waiting-title">{t('waitingFiles', { count: files.length })}</h2>
      <p dir="auto">{files.map(({ name }) => name).join(', ')}</p>
      {open && (
        <button type="button" class="primary" onClick={() => open({ file: next }, others)}>
          {t('readNextFile', { file: next.name })}
        </button>
      )}
    </section>
  );
}

/** What became of the draft. */
function Saved({ dataset, another }: { readonly dataset: SavedDataset; readonly another: () => void }) {
  const { t } = useLanguage();
  return (
    <>
      <p dir="auto">{t('draftSaved', { title: dataset.title ?? dataset.datasetId })}</p>
      <PublicationPanel dataset={dataset} />
      <p class="buttons">
        <Link to={datasetPath(dataset.datasetId)} class="button">
          {t('openDataset')}
        </Link>
        <Link to={`${adminPath}/datasets/${dataset.uid}`} class="button">
          {t('editDataset')}
        </Link>
        <button type="button" onClick={another}>
          {t('anotherDataset')}
        </button>
      </p>
    </>
  );
}
