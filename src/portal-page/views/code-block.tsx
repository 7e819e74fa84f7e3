import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../page-context.ts';

/** How long a button says that it has copied. */
const copiedMs = 2000;

/** A text to copy, such as a program; the button appears where scripts run. */
export function CodeBlock({ label, code }: { readonly label: string; readonly code: string }) {
  const { browser, language } = usePage();
  const { t } = language;
  const text = useRef<HTMLPreElement>(null);
  const [canCopy, setCanCopy] = useState(false);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    setCanCopy(true);
  }, []);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => {
      setCopied(false);
    }, copiedMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isCopied]);
  const copy = () => {
    write(code).then(
      () => {
        setCopied(true);
        browser?.announce(t('copied'));
      },
      () => {
        // pages that did not come by https may not write to the clipboard
        if (text.current) getSelection()?.selectAllChildren(text.current);
        browser?.announce(t('pressToCopy'));
      },
    );
  };
  return (
    <div class="code-block" dir="ltr">
      <pre tabIndex={0} role="group" aria-label={label} ref={text}>
        <code>{code}</code>
      </pre>
      {canCopy && (
        <button type="button" class="copy" onClick={copy}>
          {isCopied ? t('copied') : t('copy')}
          <span class="visually-hidden"> {label}</span>
        </button>
      )}
    </div>
  );
}

const write = async (text: string): Promise<void> => navigator.clipboard.writeText(text);
