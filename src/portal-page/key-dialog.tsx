import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf, usePage } from './page-context.ts';

/** The dialog in which the visitor enters a key. A key that the service does not know is not kept. `onClose` takes the dialog away. */
export function KeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { language, browser } = usePage();
  const { t } = language;
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [isChecking, setChecking] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  const change = (key: string | undefined): void => {
    dialog.current?.close();
    browser?.keys.write(key);
    browser?.reload();
  };
  const check = async (key: string): Promise<void> => {
    setChecking(true);
    const wrong = await browser?.graph.accepts(key).then(
      (isKnown) => (isKnown ? undefined : t('wrongKey')),
      (error: unknown) => messageOf(language, error),
    );
    setChecking(false);
    if (dialog.current?.open !== true) return;
    if (wrong === undefined) {
      change(key);
      return;
    }
    setProblem(wrong);
    input.current?.select();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const key = input.current?.value.trim() ?? '';
    if (key !== '' && !isChecking) void check(key);
  };
  return (
    <dialog ref={dialog} aria-labelledby="key-title" onClose={onClose}>
      <form method="dialog" onSubmit={submit}>
        <h2 id="key-title">{t('apiKey')}</h2>
        <p class="quiet">{t('keyPurpose')}</p>
        <label for="key">{t('apiKey')}</label>
        <input
          id="key"
          ref={input}
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          aria-describedby="key-problem"
          aria-invalid={problem !== undefined}
        />
        <p id="key-problem" class="error" role="alert">
          {problem}
        </p>
        <div class="buttons">
          <button type="submit" class="primary" disabled={isChecking}>
            {t('useKey')}
          </button>
          {browser?.keys.read() !== undefined && (
            <button type="button" onClick={() => change(undefined)}>
              {t('forgetKey')}
            </button>
          )}
          <button type="button" onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </button>
        </div>
      </form>
    </dialog>
  );
}
