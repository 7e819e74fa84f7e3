import { useState } from 'preact/hooks';
import { SignInLinks } from '#portal-page/account-menu.tsx';
import { type Address, datasetPath, newDatasetPath } from '#portal-page/address.ts';
import {
  NewDatasetPageDocument,
  type NewDatasetPageQuery,
  PublishDatasetDocument,
} from '#portal-page/generated/operations.ts';
import { type Browser, messageOf, usePage } from '#portal-page/page-context.ts';
import { GraphError } from '#portal-page/reader.ts';
import { Link } from '#portal-page/shell.tsx';
import type { View } from '#portal-page/view.tsx';
import { PublicationPanel } from '../publications-view.tsx';
import { CenteredView } from '../view-parts.tsx';
import {
  discardDraft,
  type Draft,
  openSource,
  type SavedDataset,
  saveDraft,
  type Source,
  titleOf,
  UnknownFormatError,
  withSteps,
} from './draft.ts';
import { DraftForm } from './draft-form.tsx';
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
      {browser && <Steps browser={browser} />}
    </div>
  );
}

/** What happens now. */
type Work = 'reading' | 'saving' | undefined;

/** First the source, then what is in it, then its publication. */
function Steps({ browser }: { readonly browser: Browser }) {
  const { language } = usePage();
  const { graph } = browser;
  const [title, setTitle] = useState('');
  const [draft, setDraft] = useState<Draft>();
  const [saved, setSaved] = useState<SavedDataset>();
  const [work, setWork] = useState<Work>();
  const [problem, setProblem] = useState<string>();

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
      });
  };
  const open = (source: Source): void => {
    during('reading', async () => {
      setDraft(await openSource(graph, source));
      setTitle(titleOf(source));
    });
  };
  const discard = (): void => {
    during('saving', async () => {
      if (draft) await discardDraft(graph, draft.uid);
      setDraft(undefined);
    });
  };
  const save = (isPublished: boolean): void => {
    during('saving', async () => {
      if (!draft) return;
      const dataset = await saveDraft(graph, draft, title.trim());
      if (!isPublished) {
        setSaved(dataset);
        return;
      }
      const { publishDataset } = await graph.mutate(PublishDatasetDocument, { uid: dataset.uid });
      setSaved({ ...dataset, status: publishDataset.dataset?.status ?? dataset.status });
    });
  };

  if (saved) return <Saved dataset={saved} />;
  return (
    <>
      <div role="alert">{problem !== undefined && <p class="error">{problem}</p>}</div>
      {draft ? (
        <DraftForm
          draft={draft}
          title={title}
          setTitle={setTitle}
          isBusy={work !== undefined}
          change={(step) => {
            during('reading', async () => {
              setDraft(await step(graph));
            });
          }}
          take={(taken) => {
            const reading = { ...draft.reading, taken };
            // the choice is shown at once, its records when they are read
            setDraft({ ...draft, reading });
            during('reading', async () => {
              setDraft(await withSteps(graph, draft, reading));
            });
          }}
          save={save}
          discard={discard}
        />
      ) : (
        <SourceForm open={open} isBusy={work !== undefined} />
      )}
      <div role="status">
        {work !== undefined && (
          <p class="working">
            <progress aria-label={language.t(`${work}Draft`)} /> {language.t(`${work}Draft`)}
          </p>
        )}
      </div>
    </>
  );
}

/** What became of the draft. */
function Saved({ dataset }: { readonly dataset: SavedDataset }) {
  const { t } = usePage().language;
  return (
    <>
      <p dir="auto">{t('draftSaved', { title: dataset.title ?? dataset.datasetId })}</p>
      <PublicationPanel dataset={dataset} />
      <p class="buttons">
        <Link to={datasetPath(dataset.datasetId)} class="button">
          {t('openDataset')}
        </Link>
        <Link to="/publications" class="button">
          {t('publications')}
        </Link>
      </p>
    </>
  );
}
