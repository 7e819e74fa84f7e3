import { useEffect, useState } from 'preact/hooks';
import { SendFeedbackDocument } from '#portal-page/generated/operations.ts';
import { SignInLinks } from '#portal-page/account-menu.tsx';
import { isIdentified, messageOf, usePage } from '#portal-page/page-context.ts';
import { contactEmail } from './dataset-facts.tsx';
import type { Dataset } from './dataset-parts.tsx';

/** What became of the feedback: an error is that of the service. */
type Outcome = 'writing' | 'sending' | 'sent' | { readonly error: unknown };

/** Feedback on a dataset that accepts it: a form for visitors whom the service knows; for all others the contact, and what a form needs. */
export function FeedbackPanel({ dataset }: { readonly dataset: Dataset }) {
  const page = usePage();
  const { browser, language, settings, account, url } = page;
  const { t } = language;
  const isKnown = isIdentified(page);
  const [outcome, setOutcome] = useState<Outcome>('writing');
  // a form that nothing could send is not shown without scripts
  const [isAlive, setAlive] = useState(false);
  useEffect(() => {
    setAlive(true);
  }, []);
  const send = async (form: HTMLFormElement): Promise<void> => {
    const comment = new FormData(form).get('comment');
    if (!browser || typeof comment !== 'string' || comment.trim() === '') return;
    setOutcome('sending');
    try {
      await browser.graph.mutate(SendFeedbackDocument, { input: { datasetUid: dataset.uid, comment } });
      form.reset();
      setOutcome('sent');
      browser.announce(t('feedbackSent'));
    } catch (error) {
      setOutcome({ error });
    }
  };
  const email = contactEmail(dataset) ?? settings.contact?.email ?? null;
  const error = typeof outcome === 'object' ? outcome.error : undefined;
  return (
    <section class="panel" id="feedback" aria-labelledby="feedback-title">
      <h2 id="feedback-title">{t('feedback')}</h2>
      {email !== null && (
        <p>
          <a href={`mailto:${email}`}>{t('feedbackByMail', { email })}</a>
        </p>
      )}
      {!isKnown && (
        <>
          <p class="quiet">{t('feedbackNeedsKey')}</p>
          {account.providers.length > 0 && <SignInLinks returnTo={url.pathname + url.search} />}
          {isAlive && (
            <button type="button" aria-haspopup="dialog" onClick={browser?.askForKey}>
              {t('enterKey')}
            </button>
          )}
        </>
      )}
      {isKnown && isAlive && outcome !== 'sent' && (
        <details class="feedback">
          <summary class="button">{t('giveFeedback')}</summary>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void send(event.currentTarget);
            }}
          >
            <label for="comment">{t('feedbackLabel')}</label>
            <textarea
              id="comment"
              name="comment"
              rows={4}
              maxLength={10_000}
              required
              aria-describedby="feedback-hint"
            />
            <p class="quiet" id="feedback-hint">
              {t('feedbackHint')}
            </p>
            {error !== undefined && (
              <p class="error" role="alert">
                {messageOf(language, error)}
              </p>
            )}
            <p class="buttons">
              <button type="submit" class="primary" disabled={outcome === 'sending'}>
                {outcome === 'sending' ? t('sending') : t('send')}
              </button>
            </p>
          </form>
        </details>
      )}
      {outcome === 'sent' && <p class="note">{t('feedbackSent')}</p>}
    </section>
  );
}
